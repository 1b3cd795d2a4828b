import pg from 'pg';
import type { Call } from './usual.ts';

/**
 * A lane's connection: it stays with the lane from flight to flight, since fetching it from the pool each time costs a lone append a
 * tenth of its time, and goes back as soon as nobody waits.
 */
export class Line {
  private client: pg.PoolClient | undefined;
  private readonly pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.pool = pool;
  }

  /** The one value that a call answers. One call at a time. A connection that fails is closed; what PostgreSQL refuses leaves it whole. */
  async ask({ name, text, values }: Call): Promise<string | null> {
    const client = (this.client ??= await this.pool.connect());
    try {
      const { rows } = await client.query<[string | null]>({ name, text, values, rowMode: 'array' });
      return rows[0]![0];
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.severity === 'ERROR')) {
        this.client = undefined;
        client.release(true);
      }
      throw error;
    }
  }

  giveBack(): void {
    this.client?.release();
    this.client = undefined;
  }
}
