/** Tables of certificates (DER), their SHA-256 in hex, and their encrypted private keys. */
export interface CertificateTables {
  'app.certificate_authority': AuthorityTable;
  'app.seal_certificate': CertificateTable;
}

interface AuthorityTable {
  fingerprint: string;
  certificate: Buffer;
  private_key: Buffer;
  /** ISO 8601 in UTC. */
  created_at: string;
}

interface CertificateTable extends AuthorityTable {
  org_id: string;
  /** The authority's certificate. */
  issuer: Buffer;
  expires_at: string;
}
