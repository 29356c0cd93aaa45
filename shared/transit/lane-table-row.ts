/** A line of a client's lane table, as it is stored. */
export interface LaneTableRow {
  readonly warehouse_id: string;
  /** Three or five digits. */
  readonly destination_prefix: string;
  readonly transit_days: number;
}
