import type { HereDoc } from './parse-script.ts';

const INDENT = '    ';

/** Collects the text of printed commands, its indentation, and the here-documents that the next line break prints. */
export class CommandPrinter {
  /** The script that the nodes' positions mean. */
  readonly source: string;
  text = '';
  indentation = '';
  private documents: HereDoc[] = [];
  private endsDocument = false;

  constructor(source: string) {
    this.source = source;
  }

  write(text: string): void {
    this.text += text;
  }

  /** Starts a new line at the current indentation. */
  startLine(): void {
    this.text += `\n${this.indentation}`;
  }

  /** Prints one level deeper what `print` prints. */
  indented(print: () => void): void {
    const outer = this.indentation;
    this.indentation += INDENT;
    print();
    this.indentation = outer;
  }

  addDocument(document: HereDoc): void {
    this.documents.push(document);
  }

  /** Prints the bodies of the here-documents whose operators were printed; says whether there were any. */
  writeDocuments(): boolean {
    if (this.documents.length === 0) return false;
    for (const { operator, body, delimiter } of this.documents.splice(0)) {
      const text = operator === '<<-' ? body.text.replace(/^\t+/gm, '') : body.text;
      this.text += `\n${text}${delimiter?.value ?? ''}`;
    }
    this.text += '\n';
    this.endsDocument = true;
    return true;
  }

  /** Ends a command of a list; after a here-document or `&` a semicolon would be wrong. */
  writeSemicolon(): void {
    this.writeDocuments();
    if (!this.endsDocument && !this.text.endsWith('&')) this.text += ';';
    this.endsDocument = false;
  }
}
