// The frame: rail, current screen, messages, keys, theme, and the features that any screen may call.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Activity, useEffect, useMemo, useState } from "react";
import { onChanged, queries, refresher } from "../ipc";
import { Cases } from "../features/cases";
import { Consenting, useConsent } from "../features/consent";
import { Document } from "../features/document";
import { Evaluate } from "../features/evaluate";
import { Exporting, useExporting } from "../features/export";
import { Importing, useImporting } from "../features/import";
import { Library } from "../features/library";
import { Naming, useNaming } from "../features/name";
import { Review } from "../features/review";
import { Packs, Settings } from "../features/settings";
import { Truth } from "../features/truth";
import { Acts, ActsContext } from "../shared/acts";
import { useKeys } from "../shared/keys";
import { NavigationContext, useNavigation, type Route } from "../shared/route";
import { Trouble } from "../shared/Trouble";
import { VerbsContext, type Verbs } from "../shared/verbs";
import { BannerLine, useBanner } from "./BannerLine";
import { useKeyboard, KeySheet, useKeySheet } from "./KeySheet";
import { Messages } from "./Messages";
import { Notices } from "./Notices";
import { useRoute } from "./navigation";
import { Palette, usePalette } from "./Palette";
import { ProgressVoice } from "./ProgressVoice";
import { Rail } from "./Rail";
import { useTheme } from "./theme";

export function App() {
  const client = useQueryClient();
  const navigation = useRoute();
  const exporting = useExporting();
  const keySheet = useKeySheet();
  const palette = usePalette();
  const overview = useQuery(queries.overview());
  const importing = useImporting(overview.data);
  const consent = useConsent(overview.data);
  const naming = useNaming(overview.data);
  const [acts] = useState(() => new Acts());
  const banner = useBanner(navigation.route, overview.data);
  const inFront = navigation.route.screen === "document" ? navigation.route.id : undefined;
  useKeys("Anywhere", [
    { keys: "Mod+z", label: "Undo", run: () => acts.undo(inFront) },
    { keys: "Mod+Shift+z Mod+y", label: "Redo", run: () => acts.redo(inFront) },
  ]);
  useKeyboard();
  useTheme(overview.data?.preferences.theme ?? "system");
  useEffect(() => onChanged(refresher(client)), [client]);

  const verbs = useMemo<Verbs>(
    () => ({ ...importing.verbs, ...consent.verbs, ...naming.verbs, exportDocuments: exporting.begin, showKeys: keySheet.open }),
    [importing.verbs, consent.verbs, naming.verbs, exporting.begin, keySheet.open],
  );

  return (
    <NavigationContext value={navigation}>
      <VerbsContext value={verbs}>
        <ActsContext value={acts}>
        <div className="app">
          <BannerLine banner={banner} place="top" />
          <Rail overview={overview.data} />
          <main className="main" id="main">
            {overview.isError ? (
              <div className="pad">
                <Trouble error={overview.error} onRetry={() => void overview.refetch()} />
              </div>
            ) : (
              <>
                <Notices notices={overview.data?.notices ?? []} />
                <Screen route={navigation.route} />
              </>
            )}
          </main>
          <BannerLine banner={banner} place="bottom" />
        </div>
        <Importing state={importing} />
        <Exporting state={exporting} />
        <Consenting state={consent} />
        {keySheet.shown && <KeySheet onClose={keySheet.close} />}
        {palette.shown && <Palette onClose={palette.close} />}
        <ProgressVoice overview={overview.data} />
        <Naming state={naming} />
        <Messages />
        </ActsContext>
      </VerbsContext>
    </NavigationContext>
  );
}

/** These stay mounted but hidden, so that returning to them is instant and keeps their state. */
function Screen({ route }: { route: Route }) {
  const { shelf } = useNavigation();
  const inLibrary = route.screen === "library";
  return (
    <>
      <Activity mode={inLibrary ? "visible" : "hidden"}>
        <div className="screen">
          <Library key={JSON.stringify(shelf.filter)} wish={shelf.filter} />
        </div>
      </Activity>
      <Activity mode={route.screen === "review" ? "visible" : "hidden"}>
        <div className="screen">
          <Review />
        </div>
      </Activity>
      <Activity mode={route.screen === "evaluate" ? "visible" : "hidden"}>
        <div className="screen">
          <Evaluate />
        </div>
      </Activity>
      {route.screen === "trash" && (
        <div className="screen">
          <Library trash />
        </div>
      )}
      {route.screen === "document" && <Document key={route.id} id={route.id} at={route.at} among={route.among} queue={route.queue} />}
      {route.screen === "cases" && <Cases name={route.name} />}
      {route.screen === "truth" && <Truth />}
      {route.screen === "packs" && <Packs name={route.name} />}
      {route.screen === "settings" && <Settings />}
    </>
  );
}
