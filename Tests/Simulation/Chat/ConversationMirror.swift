import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// The counts and positions that the server has committed, for comparisons after every step.
// Unchecked, because the scheduler runs all jobs on one thread.
final class ConversationMirror: @unchecked Sendable {
    /// A person's part of a conversation.
    struct Participation: Equatable {
        let readThrough: Int
        let unread: Int
    }

    /// The last committed record of each conversation. It is read only when a device shows the conversation.
    private var committed: [ConversationID: any StoreRecord] = [:]
    /// The parts that were read from the records.
    private var parts: [ConversationID: [UserID: Participation]] = [:]
    /// The end of each person's log.
    private(set) var heads: [UserID: LogPosition] = [:]
    /// The people whose log has dropped events, because other people have exceeded their budget. Their devices know of
    /// the changes only after a reload.
    private(set) var delayedOwners: Set<UserID> = []

    /// The table of conversations, whose type is private to the backend.
    private static let conversations = "conversations"

    /// Notes the records of a commit.
    func commit(_ records: [any StoreRecord]) {
        for record in records {
            if let head = record as? LogHead { heads[head.owner] = head.position }
            if let reload = record as? PendingReload { delayedOwners.insert(reload.owner) }
            guard type(of: record).table == Self.conversations else { continue }
            let conversation = ConversationID(record.key)
            committed[conversation] = record
            parts[conversation] = nil
        }
    }

    /// Returns a person's part of a conversation; `nil` if nothing was committed to it.
    func part(of owner: UserID, in conversation: ConversationID) -> Participation? {
        if let known = parts[conversation] { return known[owner] }
        guard let record = committed[conversation] else { return nil }
        let read = Self.parts(of: record)
        parts[conversation] = read
        return read[owner]
    }

    private static func parts(of record: any StoreRecord) -> [UserID: Participation] {
        // Records of a store always encode.
        guard let data = try? JSONEncoder().encode(record),
            let members = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let people = members["people"] as? [[String: Any]]
        else { return [:] }
        var parts: [UserID: Participation] = [:]
        for person in people {
            guard let id = person["id"] as? String, let readThrough = person["readThrough"] as? Int,
                let unread = person["unread"] as? Int
            else { continue }
            parts[UserID(id)] = Participation(readThrough: readThrough, unread: unread)
        }
        return parts
    }
}
