import { createContext, useContext } from 'react';

const NonceContext = createContext<string | undefined>(undefined);

/** Wraps the server's rendering with the response's CSP nonce. The browser hides nonces, so there it is absent. */
export const NonceProvider = NonceContext.Provider;

export const useNonce = () => useContext(NonceContext);
