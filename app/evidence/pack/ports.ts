import type { Ports } from '#app/ports.ts';

/** What making a pack uses of the outside. */
export type PackPorts = Pick<Ports, 'config' | 'database' | 'ledger' | 'proofs' | 'storage' | 'log'>;
