public import DurableFiles

/// The reason for which an outbox could not be opened or changed. A failed change leaves every entry as it was.
@nonexhaustive
public enum OutboxError: Error, Hashable, Sendable {
    /// Another process, or another value in this process, has the outbox open.
    case inUse
    /// The stored outbox belongs to another account. It was not changed.
    case otherAccount
    /// A newer version of the app has written the outbox. It was not changed.
    case newerVersion(UInt16)
    /// The beginning of the file is damaged. It was not changed.
    case corrupt(Corruption)
    /// A record is intact, but this version cannot read it. The file was not changed.
    case unreadableRecord
    /// The disk refused the change, for example because it is full.
    case storage(DurableFileError)
    /// The outbox has as many entries or bytes as its limits allow. None was dropped.
    case full
    /// The payload, a text or the number of dependencies exceeds its limit.
    case tooLarge
    /// A text that must not be empty is empty.
    case missingText
    /// The outbox has an entry with this id.
    case duplicateID
    /// No entry in the outbox has this id. It may be acknowledged, cancelled or removed.
    case notFound
    /// The state of the entry does not permit the change.
    case notPermitted
    /// Another change of the entry is being stored. Try again when it has ended.
    case changeInProgress
    /// The outbox was closed.
    case closed

    init(_ error: DurableFileError) {
        switch error {
        case .unavailable(.busy): self = .inUse
        case .corrupt(.unknownVersion(let version)): self = .newerVersion(version)
        case .corrupt(let corruption): self = .corrupt(corruption)
        case .unavailable, .insecure: self = .storage(error)
        }
    }
}

extension OutboxError {
    /// A stable word for programs, with which a front end finds the text for the user.
    public var code: String {
        switch self {
        case .inUse: "in_use"
        case .otherAccount: "other_account"
        case .newerVersion: "newer_version"
        case .corrupt: "corrupt"
        case .unreadableRecord: "unreadable_record"
        case .storage: "storage"
        case .full: "full"
        case .tooLarge: "too_large"
        case .missingText: "missing_text"
        case .duplicateID: "duplicate_id"
        case .notFound: "not_found"
        case .notPermitted: "not_permitted"
        case .changeInProgress: "change_in_progress"
        case .closed: "closed"
        }
    }
}
