// Runs inside a process that `startModule` starts. Plain JavaScript, since it is what installs the TypeScript loader.
import { pathToFileURL } from 'node:url';
import { register } from 'tsx/esm/api';

register();
await import(pathToFileURL(process.argv[2]).href);
