import type { ShownCall } from './calls.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The call as a line for a shell, with everything that is required; what stands in capitals is to be filled in. */
export function curlOf({ method, path, parameters, body, open }: ShownCall, origin: string): string {
  const query = parameters
    .filter(({ place, required }) => place === 'query' && required)
    .map(({ name }) => `${name}=${name.toUpperCase()}`)
    .join('&');
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(origin + address + (query && `?${query}`))}`,
    ...(open ? [] : [`-H 'Authorization: Bearer TOKEN'`]),
    ...(body ? [`-H 'Content-Type: application/json'`, `-d ${quoted(body.sample)}`] : []),
  ].join(' \\\n  ');
}
