/** The rich text editor. Loaded on demand. */
import { Extension } from "@tiptap/core";
import Subscript from "@tiptap/extension-subscript";
import Superscript from "@tiptap/extension-superscript";
import TextAlign from "@tiptap/extension-text-align";
import { type Editor, EditorContent, useEditor, useEditorState } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { pastedHtml } from "./pasted-html.ts";

const stepPixels = 24;
const maxSteps = 8;

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    indent: { indent: (by: 1 | -1) => ReturnType };
  }
}

/** Indents paragraphs by their left margin. */
const Indent = Extension.create({
  name: "indent",
  addGlobalAttributes: () => [
    {
      types: ["paragraph"],
      attributes: {
        indent: {
          default: 0,
          parseHTML: (element) =>
            Math.min(maxSteps, Math.round((Number.parseInt(element.style.marginLeft, 10) || 0) / stepPixels)),
          renderHTML: ({ indent }) => (indent ? { style: `margin-left: ${indent * stepPixels}px` } : {}),
        },
      },
    },
  ],
  addCommands: () => ({
    indent:
      (by) =>
      ({ commands, editor }) => {
        const steps = Number(editor.getAttributes("paragraph").indent ?? 0) + by;
        return steps >= 0 && steps <= maxSteps && commands.updateAttributes("paragraph", { indent: steps });
      },
  }),
});

const extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    heading: false,
    horizontalRule: false,
    link: false,
  }),
  Subscript,
  Superscript,
  TextAlign.configure({ types: ["paragraph"], alignments: ["left", "center", "right", "justify"] }),
  Indent,
];

interface Tool {
  label: string;
  sign: string;
  /** CSS classes of the sign, which shows the effect of the tool. */
  look?: string;
  run(editor: Editor): void;
  isActive?(editor: Editor): boolean;
}

const mark = (label: string, sign: string, name: string, run: (editor: Editor) => void, look?: string): Tool => ({
  label,
  sign,
  look,
  run,
  isActive: (e) => e.isActive(name),
});
const align = (label: string, sign: string, textAlign: string): Tool => ({
  label,
  sign,
  run: (e) => e.chain().focus().setTextAlign(textAlign).run(),
  isActive: (e) => e.isActive({ textAlign }),
});

/** Indents a list item within its list, and a paragraph by its margin. */
const move = (label: string, sign: string, by: 1 | -1): Tool => ({
  label,
  sign,
  run: (e) => {
    const chain = e.chain().focus();
    if (!e.isActive("listItem")) chain.indent(by).run();
    else if (by === 1) chain.sinkListItem("listItem").run();
    else chain.liftListItem("listItem").run();
  },
});

const tools: Tool[] = [
  mark("Bold", "B", "bold", (e) => e.chain().focus().toggleBold().run(), "font-bold"),
  mark("Italic", "I", "italic", (e) => e.chain().focus().toggleItalic().run(), "italic"),
  mark("Underline", "U", "underline", (e) => e.chain().focus().toggleUnderline().run(), "underline"),
  mark("Strike", "S", "strike", (e) => e.chain().focus().toggleStrike().run(), "line-through"),
  mark("Bulleted list", "•", "bulletList", (e) => e.chain().focus().toggleBulletList().run()),
  mark("Numbered list", "1.", "orderedList", (e) => e.chain().focus().toggleOrderedList().run()),
  mark("Subscript", "x₂", "subscript", (e) => e.chain().focus().toggleSubscript().run()),
  mark("Superscript", "x²", "superscript", (e) => e.chain().focus().toggleSuperscript().run()),
  move("Indent less", "⇤", -1),
  move("Indent more", "⇥", 1),
  align("Align left", "Left", "left"),
  align("Align centre", "Centre", "center"),
  align("Align right", "Right", "right"),
  align("Justify", "Justify", "justify"),
];

/** Removes the empty line that the editor adds below a list so that the cursor can leave it. */
const withoutTail = (html: string) => html.replace(/(?<=<\/[ou]l>)(<p><\/p>)+$/, "");

interface Props {
  id: string;
  label: string;
  html: string;
  isInvalid: boolean;
  onChange(html: string): void;
  /** Returns true if the user is typing in the plain field that the editor replaces. */
  takesFocus(): boolean;
}

export default function RichTextEditor({ id, label, html, isInvalid, onChange, takesFocus }: Props) {
  const editor = useEditor({
    extensions,
    content: html,
    // Rendered in the browser only, because the content security policy forbids inline styles.
    immediatelyRender: false,
    injectCSS: false,
    editorProps: {
      transformPastedHTML: pastedHtml,
      attributes: {
        id,
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        class: "rich min-h-32 px-2.5 py-1.5 outline-none",
      },
    },
    onCreate: ({ editor: made }) => {
      if (takesFocus()) made.commands.focus("end");
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? "" : withoutTail(changed.getHTML())),
  });
  if (!editor) return null;
  return (
    <div
      className="input p-0 focus-within:outline focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus"
      aria-invalid={isInvalid || undefined}
    >
      <Toolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  );
}

function Toolbar({ editor }: { editor: Editor }) {
  const active = useEditorState({
    editor,
    selector: ({ editor: e }) => tools.map((tool) => tool.isActive?.(e) ?? false),
  });
  return (
    <div role="toolbar" aria-label="Formatting" className="flex flex-wrap gap-0.5 border-b border-line bg-sunken p-1">
      {tools.map((tool, i) => (
        <button
          key={tool.label}
          type="button"
          title={tool.label}
          aria-label={tool.label}
          aria-pressed={tool.isActive ? active[i] : undefined}
          className={`min-h-7 min-w-7 rounded px-1.5 text-sm hover:bg-surface aria-pressed:bg-accent-soft aria-pressed:text-accent coarse:min-h-11 coarse:min-w-11 ${tool.look ?? ""}`}
          onClick={() => tool.run(editor)}
        >
          {tool.sign}
        </button>
      ))}
    </div>
  );
}
