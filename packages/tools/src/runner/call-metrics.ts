/** A meter of the OpenTelemetry API, as much of it as is used. */
export interface Meter {
  createHistogram(
    name: string,
    options: { readonly unit: string; readonly description: string },
  ): { record(value: number, attributes: Readonly<Record<string, string>>): void };
}

/** How a call went. */
export interface CallMeasure {
  readonly tool: string;
  readonly durationMs: number;
  /** `tool_error` for an error result, the error's name for a fault; absent on success. */
  readonly errorType?: string;
}

const HISTOGRAM = 'tool.execution.duration';

/**
 * Records a call in the histogram `tool.execution.duration`, in seconds, with `gen_ai.tool.name` and, unless it went
 * well, `error.type`. The meter is looked up anew, so that one installed later is used; its failures are no concern of
 * the call.
 */
export function measureCall(meter: (() => Meter | undefined) | undefined, measure: CallMeasure): void {
  try {
    const histogram = meter?.()?.createHistogram(HISTOGRAM, { unit: 's', description: 'Duration of tool calls.' });
    histogram?.record(measure.durationMs / 1000, {
      'gen_ai.tool.name': measure.tool,
      ...(measure.errorType === undefined ? {} : { 'error.type': measure.errorType }),
    });
  } catch {
    // Telemetry is not the call's business.
  }
}
