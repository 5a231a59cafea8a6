// The bar below the page: size, fit, turn, find, marks. Each has a word and a key.
import { Button, ToggleButton } from "react-aria-components";
import { Cap } from "../../shared/keys";
import { stepped } from "./layout";
import { useDesk } from "./stage";

export function Tools({ zoom }: { zoom: number }) {
  const { view, stage, act } = useDesk();
  const recognised = view.pages.some((page) => page.text_source === "ocr");
  return (
    <div className="tools" role="toolbar" aria-label="Page tools">
      <span className="muted nowrap">
        {stage.page} / {view.pages.length}
      </span>
      <Button aria-label="Zoom out" onPress={() => act({ do: "zoom", zoom: stepped(zoom, false) })}>
        −
      </Button>
      <Button aria-label={`${Math.round(zoom * 100)}%, actual size`} className="zoom" onPress={() => act({ do: "zoom", zoom: 1 })}>
        {Math.round(zoom * 100)}%
      </Button>
      <Button aria-label="Zoom in" onPress={() => act({ do: "zoom", zoom: stepped(zoom, true) })}>
        +
      </Button>
      <ToggleButton isSelected={stage.zoom === "width"} onChange={() => act({ do: "zoom", zoom: "width" })}>
        Width
      </ToggleButton>
      <ToggleButton isSelected={stage.zoom === "page"} onChange={() => act({ do: "zoom", zoom: "page" })}>
        Page
      </ToggleButton>
      <Button onPress={() => act({ do: "rotate", by: 90 })}>Rotate</Button>
      <ToggleButton isSelected={stage.finding} onChange={(on) => act({ do: "find", on })}>
        Find <Cap keys="Mod+f" />
      </ToggleButton>
      <ToggleButton isSelected={stage.marks} onChange={() => act({ do: "marks" })}>
        Marks
      </ToggleButton>
      {recognised && (
        <>
          <ToggleButton isSelected={stage.doubts} onChange={() => act({ do: "doubts" })}>
            Uncertain words
          </ToggleButton>
          <ToggleButton isSelected={stage.comparing} onChange={(on) => act({ do: "compare", on })}>
            Readings
          </ToggleButton>
        </>
      )}
    </div>
  );
}
