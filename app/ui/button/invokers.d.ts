import 'react';

declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    /** HTML invoker commands: opens or closes the dialog named by `commandfor` without script. */
    command?: 'show-modal' | 'close' | undefined;
    commandfor?: string | undefined;
  }
}
