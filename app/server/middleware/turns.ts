import type { Request, RequestHandler, Response } from 'express';

interface Turns {
  /** How many pages are worked on at once in this process. */
  atOnce: number;
  /** For how many milliseconds a page has its turn: what waits longer for a file or the database keeps nobody else from working. */
  patience: number;
}

/**
 * Takes pages up in the order in which they were asked for, a few at a time. A process has one thread: of ten pages begun at once each is
 * finished about as late as the last. Whatever is no page, and each form, goes ahead at once.
 */
export function turns({ atOnce, patience }: Turns): RequestHandler {
  let free = atOnce;
  const waiting: { response: Response; enter: () => void }[] = [];

  const leave = () => {
    for (;;) {
      const next = waiting.shift();
      if (!next) return void (free += 1);
      // Whoever asked may have gone meanwhile: then there is nothing to work on.
      if (!next.response.closed) return next.enter();
    }
  };

  return (request, response, next) => {
    if (!isPage(request)) return next();
    const enter = () => {
      const over = () => {
        clearTimeout(timer);
        response.off('finish', over).off('close', over);
        leave();
      };
      const timer = setTimeout(over, patience);
      response.on('finish', over).on('close', over);
      next();
    };
    if (free === 0) return void waiting.push({ response, enter });
    free -= 1;
    enter();
  };
}

/** A page that a browser goes to, or the data of one by which a script goes there. */
const isPage = ({ method, path, headers: { accept = '' } }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && (accept.includes('text/html') || path.endsWith('.data'));
