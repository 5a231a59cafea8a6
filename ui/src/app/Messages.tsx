// Shows messages at the bottom of the window; F6 moves the focus to them.
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components";
import { Btn } from "../shared/Btn";
import { messages } from "../shared/messages";

export function Messages() {
  return (
    <ToastRegion queue={messages} className="messages" aria-label="Messages">
      {({ toast }) => {
        const { text, advice, bad, action, times = 1 } = toast.content;
        return (
          <Toast toast={toast} className={bad ? "message bad" : "message"}>
            <ToastContent>
              <Text slot="title">
                {text}
                {times > 1 && ` (${times} times)`}
              </Text>
              {advice !== undefined && (
                <Text slot="description" className="advice">
                  {advice}
                </Text>
              )}
            </ToastContent>
            <span className="line">
              {action !== undefined && (
                <Btn
                  onPress={() => {
                    action.run();
                    messages.close(toast.key);
                  }}
                >
                  {action.label}
                </Btn>
              )}
              <Btn slot="close" aria-label="Close this message">
                ✕
              </Btn>
            </span>
          </Toast>
        );
      }}
    </ToastRegion>
  );
}
