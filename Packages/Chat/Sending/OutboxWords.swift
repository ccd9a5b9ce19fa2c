import OrbitModels
import Outbox

/// The texts for failures of the outbox, and for reasons that the outbox itself gives.
enum OutboxWords {
    static let vocabulary = Vocabulary(
        "outbox",
        [
            "in_use": "The app is open twice. Close the other window, and try again.",
            "other_account": "The messages on this device belong to another account. Sign in to that account.",
            "newer_version": "A newer version of the app has stored these messages. Update the app.",
            "corrupt": "The unsent messages on this device are damaged. Sign out, discard them, and sign in again.",
            "storage": "This device cannot store the message. Make room, and try again.",
            "full": "Too many messages wait to be sent. Connect to the network, and try again later.",
            "too_large": "This message is too long to be sent. Shorten it.",
            "not_found": "This message was sent or removed meanwhile.",
            "not_permitted": "This message cannot be changed now. Try again in a moment.",
            "closed": "You are signed out. Sign in, and try again.",
            "dependency_removed": "This belongs to a message that was removed. Remove it as well.",
            "storage_damaged": "The stored data was damaged. Check this message before you send it.",
        ])

    /// Returns the sentence for an error of the outbox.
    static func message(for error: OutboxError, in words: LocalizedStrings) -> String {
        let code =
            switch error {
            case .inUse: "in_use"
            case .otherAccount: "other_account"
            case .newerVersion, .unreadableRecord: "newer_version"
            case .corrupt: "corrupt"
            case .storage: "storage"
            case .full: "full"
            case .tooLarge, .missingText: "too_large"
            case .notFound: "not_found"
            case .duplicateID, .notPermitted, .changeInProgress: "not_permitted"
            case .closed: "closed"
            @unknown default: "storage"
            }
        return words.sentence(code, in: vocabulary)
    }
}
