import { describe, expect, it } from 'vitest';
import { textOf } from './source.ts';

interface Package {
  version: string;
  optionalDependencies?: Record<string, string>;
  resolved?: string;
}

const lock = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Package> };
const manifest = JSON.parse(textOf('package.json')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>;

describe('the packages', () => {
  it('are pinned', () => {
    const ranges = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([, version]) => !/^(?:npm:[\w/@-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
    );
    expect(ranges).toEqual([]);
  });

  it('are locked without the address they came from', () => {
    expect(Object.keys(lock.packages).filter((name) => lock.packages[name]?.resolved)).toEqual([]);
  });

  it('are locked for every platform, which npm ci insists on (node scripts/lock.mjs completes the lock)', () => {
    const missing = Object.entries(lock.packages).flatMap(([folder, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isThere(folder, name))
        .map((name) => `${folder} wants ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

function isThere(folder: string, name: string): boolean {
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true;
    if (!at) return false;
  }
}
