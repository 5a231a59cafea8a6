//! Table `request_parts`: requests sent to models, each message stored once per document. The calls refer to their
//! parts.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, json};
use serde::Serialize;
use sha2::{Digest, Sha256};
use sqlx::SqliteConnection;
use touchstone_core::record::{CallId, DocumentId, SentMessage, SentRequest};

impl Store {
    /// Returns the request of a call about a document; `None` if it was not kept.
    pub async fn request_of(&self, document: DocumentId, call: CallId) -> Result<Option<SentRequest>, StoreError> {
        const WHAT: &str = "read a request to a model";
        let listed: Option<Option<String>> =
            sqlx::query_scalar("SELECT request FROM calls WHERE id = ?1 AND document_id = ?2")
                .bind(call.to_string())
                .bind(document.to_string())
                .fetch_optional(&mut *self.look(WHAT).await?)
                .await
                .doing(WHAT)?;
        let Some(listed) = listed.ok_or_else(|| StoreError::missing("call", &call))? else {
            return Ok(None);
        };
        let parts: Vec<(String, Option<String>)> = sqlx::query_as(
            "SELECT named.value, part.content FROM json_each(?2) AS named
             LEFT JOIN request_parts AS part ON part.document_id = ?1 AND part.sha256 = named.value
             ORDER BY named.key",
        )
        .bind(document.to_string())
        .bind(&listed)
        .fetch_all(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        let mut parts = parts.into_iter();
        let Some((sha256, Some(head))) = parts.next() else {
            return Err(StoreError::missing("request of call", &call));
        };
        let mut request: SentRequest = At::new("request_parts", &sha256).json("content", &head)?;
        for (sha256, message) in parts {
            let message = message.ok_or_else(|| StoreError::missing("part of a request", &sha256))?;
            let message: SentMessage = At::new("request_parts", &sha256).json("content", &message)?;
            request.messages.push(message);
        }
        Ok(Some(request))
    }
}

/// Stores the parts that are not there yet and returns the list that the call keeps.
pub(super) async fn keep(
    connection: &mut SqliteConnection,
    document: DocumentId,
    request: &SentRequest,
) -> Result<String, StoreError> {
    let head = SentRequest {
        messages: Vec::new(),
        ..request.clone()
    };
    let mut listed = vec![part(connection, document, &head).await?];
    for message in &request.messages {
        listed.push(part(connection, document, message).await?);
    }
    json(&listed)
}

async fn part<T: Serialize + Sync>(
    connection: &mut SqliteConnection,
    document: DocumentId,
    content: &T,
) -> Result<String, StoreError> {
    let content = json(content)?;
    let sha256 = format!("{:x}", Sha256::digest(content.as_bytes()));
    sqlx::query("INSERT INTO request_parts (document_id, sha256, content) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")
        .bind(document.to_string())
        .bind(&sha256)
        .bind(&content)
        .execute(connection)
        .await
        .doing("store a request to a model")?;
    Ok(sha256)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::error::Code;
    use crate::store::calls::tests::call;
    use crate::store::fixture;
    use serde_json::json;
    use touchstone_core::record::{SentPart, SentTool, Stage};

    fn user_message(text: &str) -> SentMessage {
        let (text, page) = (text.to_owned(), Some(1));
        SentMessage::User(vec![SentPart::Text { text, page }])
    }

    #[tokio::test]
    async fn what_was_sent_is_read_back_whole_and_its_messages_are_kept_once() {
        let store = fixture::store().await;
        let run = fixture::running(&store, Stage::Extract).await;
        let mut request = SentRequest {
            system: "Read.".into(),
            tools: vec![SentTool {
                name: "find_text".into(),
                description: "Finds.".into(),
                schema: json!({"type": "object"}),
            }],
            max_tokens: 100,
            messages: vec![user_message("Fill the form.")],
            ..SentRequest::default()
        };
        let first = call(run.document_id, Some(run.id), None);
        store.start_call(&first, &request).await.unwrap();
        let answer = SentPart::Answer {
            tool: "find_text".into(),
            failed: false,
            parts: vec![SentPart::Picture {
                media_type: "image/png".into(),
                page: Some(2),
                bytes: 9,
                sha256: "f00d".into(),
            }],
        };
        request
            .messages
            .push(SentMessage::Model(vec![json!({"type": "thinking", "signature": "s"})]));
        request.messages.push(SentMessage::User(vec![answer]));
        // A message sent twice is returned twice.
        request.messages.push(user_message("Fill the form."));
        let second = call(run.document_id, Some(run.id), None);
        store.start_call(&second, &request).await.unwrap();
        assert_eq!(
            store.request_of(run.document_id, second.id).await.unwrap(),
            Some(request.clone())
        );
        request.messages.truncate(1);
        assert_eq!(
            store.request_of(run.document_id, first.id).await.unwrap(),
            Some(request)
        );
        let kept: u32 = sqlx::query_scalar("SELECT count(*) FROM request_parts")
            .fetch_one(&store.writer)
            .await
            .unwrap();
        assert_eq!(kept, 4, "what does not change, and three messages");
        // It cannot be read under another document.
        let other = DocumentId::fresh();
        let refused = store.request_of(other, second.id).await.unwrap_err();
        assert_eq!(refused.code(), Some(Code::NotFound));
    }

    #[tokio::test]
    async fn calls_of_earlier_versions_have_no_request() {
        let store = fixture::store().await;
        let run = fixture::running(&store, Stage::Extract).await;
        let old = call(run.document_id, Some(run.id), None);
        store.start_call(&old, &SentRequest::default()).await.unwrap();
        sqlx::query("UPDATE calls SET request = NULL")
            .execute(&store.writer)
            .await
            .unwrap();
        assert_eq!(store.request_of(run.document_id, old.id).await.unwrap(), None);
    }
}
