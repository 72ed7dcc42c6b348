import { z } from 'zod';
import { defineTool, type Tool, type ToolContext } from '../../contract/tool.ts';
import { failure, success, type ToolResult } from '../../contract/tool-result.ts';
import type { UserQuestion } from '../../planning/ask-user.ts';

const MAX_QUESTIONS = 10;
const OTHER = 'other';

const option = z.object({ label: z.string(), description: z.string() });

const inputSchema = z.object({
  question: z.string().describe('One question').optional(),
  choices: z.array(z.string()).describe('Answers to choose from; without them the answer is free text').optional(),
  questions: z
    .array(
      z.object({
        question: z.string(),
        header: z.string().describe('A word or two above the question, at most 12 characters'),
        multiSelect: z.boolean().describe('Several options may be chosen').optional(),
        options: z.array(option),
      }),
    )
    .describe('Several questions with options that explain themselves, asked one after another')
    .optional(),
});

type AskInput = z.infer<typeof inputSchema>;

/** Asks the person at the app. */
export const askUserTool: Tool = defineTool({
  name: 'ask_user',
  title: 'Ask the person',
  description:
    'Ask the person a question and wait for the answer. Give question, with choices when there are only a few answers, or ' +
    'questions with options that explain themselves (at most 10). Use it when you cannot go on without knowing what they want, ' +
    'not to ask for permission: calls that need it ask by themselves.',
  inputSchema,
  annotations: { readOnly: true, destructive: false },
  async prepare(input, context) {
    const questions = questionsOf(input);
    if (!Array.isArray(questions)) return questions;
    const { askUser } = context;
    if (!askUser) {
      return failure('unavailable', 'ask_user: nobody can be asked here; decide yourself, and say what you assumed');
    }
    return {
      subject: { summary: 'Ask you a question', detail: { kind: 'query', text: describeQuestions(questions) } },
      run: () => ask(input, questions, askUser, context),
    };
  },
});

function questionsOf({ question, choices = [], questions }: AskInput): UserQuestion[] | ToolResult {
  if (questions && questions.length > MAX_QUESTIONS) {
    return failure(
      'invalid_input',
      `ask_user: at most ${MAX_QUESTIONS} questions at once; ask the most important ones`,
    );
  }
  if (questions && questions.length > 0) {
    if (questions.some((each) => each.question.trim() === '' || each.options.length === 0))
      return failure('invalid_input', 'ask_user: every entry of questions needs a question and at least one option');
    return questions.map(({ multiSelect = false, ...rest }) => ({ ...rest, multiSelect }));
  }
  if (questions) return failure('invalid_input', 'ask_user: questions must not be empty');
  if (!question || question.trim() === '') return failure('invalid_input', 'ask_user: question is required');
  return [{ question, options: choices.map((label) => ({ label })), multiSelect: false }];
}

async function ask(
  input: AskInput,
  questions: readonly UserQuestion[],
  askUser: NonNullable<ToolContext['askUser']>,
  { signal }: ToolContext,
): Promise<ToolResult> {
  const blocks: string[] = [];
  for (const question of questions) {
    const answers = await askUser(question, { signal });
    if (answers.length === 0) return failure('denied', 'ask_user: the person did not answer; decide yourself');
    if (!input.questions) return checkChoice(input.choices ?? [], answers.join(', '));
    blocks.push(`Q: ${question.question}\nA: ${answers.join(', ')}`);
  }
  return success(blocks.join('\n\n'));
}

function checkChoice(choices: readonly string[], answer: string): ToolResult {
  if (choices.length === 0 || choices.includes(answer) || answer === OTHER) return success(answer);
  return failure('invalid_input', `error: answer must be one of: ${choices.join(', ')}, or "${OTHER}"`);
}

function describeQuestions(questions: readonly UserQuestion[]): string {
  return questions
    .map(({ question, options }) => [question, ...options.map(({ label }) => `- ${label}`)].join('\n'))
    .join('\n\n');
}
