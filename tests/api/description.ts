import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface Answered {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: object }>;
}

export interface Operation {
  operationId: string;
  method: string;
  path: string;
  responses: Record<string, Answered>;
}

type Paths = Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;

/** /api/openapi.json as the server gives it, and whether an answer is one that it describes. */
export class Description {
  readonly operations: Operation[];
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new Map<string, ValidateFunction>();
  /** Operation id → the statuses that were seen of it. */
  readonly seen = new Map<string, Set<number>>();

  constructor(readonly text: { paths: Paths; components: { schemas: Record<string, object> } }) {
    // The package is CommonJS: its default export is the function under either loader.
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.#ajv);
    this.#ajv.addSchema(text, 'openapi');
    this.operations = Object.entries(text.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
    );
  }

  /** The operation of a request; a fixed segment of a path precedes a parameter. */
  operationOf(method: string, address: string): Operation | undefined {
    const asked = address.split('?')[0]?.split('/') ?? [];
    const open = ({ path }: Operation) => path.split('{').length;
    const [place] = this.operations
      .filter((operation) => fits(operation.path.split('/'), asked))
      .toSorted((one, other) => open(one) - open(other));
    return this.operations.find((operation) => operation.path === place?.path && operation.method === method);
  }

  /** What is wrong with an answer by the description; nothing where it is as described. */
  faultsOf(method: string, address: string, answer: { status: number; headers: Headers; text: string }): string[] {
    const operation = this.operationOf(method, address);
    const place = `${method} ${operation?.path ?? address} ${answer.status}`;
    // An unknown address or method has no operation but answers a problem. One beyond 16 kB is not looked up.
    if (!operation) return [404, 405, 431].includes(answer.status) ? [] : [`${place}: is not described`];
    const described = operation.responses[String(answer.status)];
    if (!described) return [`${place}: this status is not described`];
    const seen = this.seen.get(operation.operationId) ?? new Set();
    this.seen.set(operation.operationId, seen.add(answer.status));
    const faults = Object.keys(described.headers ?? {})
      .filter((name) => name !== 'Idempotency-Replayed' && !answer.headers.has(name))
      .map((name) => `${place}: lacks the header ${name}`);
    const [type = ''] = Object.keys(described.content ?? {});
    if (type === '') return answer.text === '' ? faults : [...faults, `${place}: has a body`];
    if (!answer.headers.get('content-type')?.startsWith(type))
      return [...faults, `${place}: is ${answer.headers.get('content-type')}, not ${type}`];
    if (!type.endsWith('json')) return faults;
    const validate = this.#validator(operation, answer.status, type);
    if (validate(JSON.parse(answer.text))) return faults;
    return [
      ...faults,
      ...(validate.errors ?? []).map(({ instancePath, message }) => `${place}: ${instancePath} ${message}`),
    ];
  }

  #validator({ path, method }: Operation, status: number, type: string): ValidateFunction {
    const pointer = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', type, 'schema']
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const known = this.#validators.get(pointer);
    const made = known ?? this.#ajv.compile({ $ref: `openapi#/${pointer}` });
    this.#validators.set(pointer, made);
    return made;
  }
}

const fits = (template: readonly string[], asked: readonly string[]): boolean =>
  template.length === asked.length && template.every((part, index) => part.startsWith('{') || part === asked[index]);
