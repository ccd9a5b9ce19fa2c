import DurableFiles
import Foundation
public import OrbitModels

extension Vocabulary {
    /// The messages of errors without messages of their own: `other`, and the messages of file errors.
    public static let failures = Vocabulary(
        "failure",
        [
            "other": "Something went wrong on our side. Please try again.",
            "file_unavailable": "The app cannot use a file on this device right now. Try again.",
            "file_insecure": "A file on this device is not safe to use. Restore it, or sign out and in again.",
            "file_corrupt": "A file on this device is damaged. Sign out and in again.",
        ])

    /// The vocabularies of this module.
    public static let presentation = [failures, LogConnection.vocabulary]
}

extension LogConnection: LocalizedTextConvertible {
    /// The vocabulary with its English sentences.
    public static let vocabulary = Vocabulary(
        "connection",
        [
            "off": "Not connected.", "connecting": "Connecting…", "live": "Connected.",
            "waiting": "No connection. Orbit tries again by itself.",
            "unavailable": "There are no live updates here. Load again to see changes.",
        ])

    /// The code of the value in its vocabulary.
    public var localizationCode: String {
        switch self {
        case .off: "off"
        case .connecting: "connecting"
        case .live: "live"
        case .waiting: "waiting"
        case .unavailable: "unavailable"
        }
    }
}

extension LocalizedStrings {
    /// Returns the message of an error. For a file error, a translated message takes precedence over the system's
    /// description, which names the file.
    func message(for error: any Error) -> String {
        if let error = error as? any TranslatableError { return error.message(in: self) }
        let own = (error as? DurableFileError)?.sentence.flatMap { self.own($0, in: .failures) }
        return own ?? (error as? any LocalizedError)?.errorDescription ?? sentence("other", in: .failures)
    }
}

extension DurableFileError {
    fileprivate var sentence: String? {
        switch self {
        case .unavailable: "file_unavailable"
        case .insecure: "file_insecure"
        case .corrupt: "file_corrupt"
        @unknown default: nil
        }
    }
}
