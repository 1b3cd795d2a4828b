import type { RequestHandler as ExpressHandler } from 'express';
import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express';
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, ServerBuild } from '@remix-run/node';

interface PagesOptions {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: string;
  getLoadContext: GetLoadContextFunction;
}

/**
 * The pages, by Remix. Of the whole build Remix sorts and matches every address anew for each request, several times over, which costs
 * more than a small page; so an address that plainly belongs to one screen is answered by a handler that knows that screen
 * alone. Whatever is not plain (an unknown address, other spellings of one, Remix's own) goes to the handler of the whole.
 */
export function pages({ build: built, getLoadContext, mode }: PagesOptions): ExpressHandler {
  const build = typeof built === 'function' ? async () => framed(await built()) : framed(built);
  const options = { mode, getLoadContext: markingWhole(getLoadContext) };
  const whole = createRequestHandler({ build, ...options });
  const screens = typeof build === 'function' ? null : plainScreens(build);
  const handlers = new Map<string, ReturnType<typeof createRequestHandler>>();
  const handlerOf = (id: string) => {
    const known = handlers.get(id);
    if (known) return known;
    const made = createRequestHandler({ build: narrowed(build as ServerBuild, id), ...options });
    handlers.set(id, made);
    return made;
  };
  return (request, response, next) => {
    const id = screens?.(request.path.replace(/\.data$/, ''));
    const answer = id ? handlerOf(id) : whole;
    answer(request, response, next).catch(next);
  };
}

/**
 * The build as if the frame, its index and one screen were all of it. The index goes with every page: the browser asks for routes that it
 * does not know, but `/` fits the frame alone, so that it would never ask for what stands there.
 */
function narrowed(build: ServerBuild, id: string): ServerBuild {
  const kept = Object.values(build.routes).flatMap((route) =>
    route && (route.id === 'root' || route.index || route.id === id) ? [route.id] : [],
  );
  const only = <T>(all: Record<string, T | undefined>) =>
    Object.fromEntries(kept.flatMap((each) => (all[each] ? [[each, all[each]]] : [])));
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  } as ServerBuild;
}

/** What the actions threw in requests that are answered with a whole page. `null`: nothing yet. */
const thrownIn = new WeakMap<AppLoadContext, { thrown: unknown } | null>();

const markingWhole =
  (getLoadContext: GetLoadContextFunction): GetLoadContextFunction =>
  async (request, response) => {
    const context = await getLoadContext(request, response);
    if (!request.path.endsWith('.data')) thrownIn.set(context, null);
    return context;
  };

/**
 * The build with what an action throws thrown by its own screen's loader. After an action that throws, Remix asks no loader of the route
 * whose error page shows, which is the frame: whoever is signed in would be shown an error page as if they were not.
 */
function framed(build: ServerBuild): ServerBuild {
  const routes = Object.values(build.routes).map((route) => {
    const { action, loader, default: screen } = route!.module;
    if (!action || !loader || !screen) return [route!.id, route];
    const module = {
      ...route!.module,
      async action(args: ActionFunctionArgs): Promise<unknown> {
        try {
          return await action(args);
        } catch (thrown) {
          if (thrown instanceof Response || !thrownIn.has(args.context)) throw thrown;
          thrownIn.set(args.context, { thrown });
          return null;
        }
      },
      loader(args: LoaderFunctionArgs): unknown {
        const held = thrownIn.get(args.context);
        if (held) throw held.thrown;
        return loader(args);
      },
    };
    return [route!.id, { ...route, module }];
  });
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'] };
}

interface Pattern {
  id: string;
  segments: string[];
  /** How many of them stand as they are; the others take any value. */
  fixed: number;
}

/**
 * Finds the screen of an address: the same that Remix's own ranking finds, which prefers what is fixed to what takes any value, and
 * then what comes first. Undefined where the routes are not plain (deeper than the frame, optional or open-ended parts) or the address
 * is not spelled as its route is.
 */
export function plainScreens(build: Pick<ServerBuild, 'routes'>): (path: string) => string | undefined {
  const byLength = new Map<number, Pattern[]>();
  for (const route of Object.values(build.routes)) {
    if (!route || route.id === 'root') continue;
    const segments = (route.path ?? '').split('/').filter(Boolean);
    const plain = route.parentId === 'root' && !route.caseSensitive && segments.every((one) => /^:?[\w.-]+$/.test(one));
    if (!plain) continue;
    const pattern = { id: route.id, segments, fixed: segments.filter((one) => !one.startsWith(':')).length };
    byLength.set(segments.length, [...(byLength.get(segments.length) ?? []), pattern]);
  }
  for (const patterns of byLength.values()) patterns.sort((a, b) => b.fixed - a.fixed);
  return (path) => {
    if (path !== '/' && !/^(\/[\w.-]+)+$/.test(path)) return undefined;
    const asked = path.split('/').filter(Boolean);
    return byLength
      .get(asked.length)
      ?.find(({ segments }) => segments.every((one, i) => one.startsWith(':') || one === asked[i]))?.id;
  };
}
