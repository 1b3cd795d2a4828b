/**
 * The name of a cookie of the product. Served by https (`secure`) it is `__Host-` prefixed, which a browser takes only
 * where the cookie is Secure, has the path `/` and names no domain: no neighbouring host can set it (RFC 6265bis
 * section 4.1.3.2).
 */
export const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);
