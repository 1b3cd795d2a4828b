/** An archive of the organisation, which is queued and stored as a report is. */
export interface ArchiveRequest {
  name: 'organisation-archive';
  format: 'zip';
  /** The size of its checkpoint, in decimal. */
  position: string;
}
