import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// The counts and positions that the server has committed, for comparisons after every step.
// Unchecked, because the scheduler runs all jobs on one thread.
final class ConversationMirror: @unchecked Sendable {
    /// A person's part of a conversation.
    struct Part: Equatable {
        let readThrough: Int
        let unread: Int
    }

    /// The parts by conversation and person.
    private(set) var parts: [ConversationID: [UserID: Part]] = [:]
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
            if type(of: record).table == Self.conversations { note(record) }
        }
    }

    private func note(_ record: any StoreRecord) {
        // Records of a store always encode.
        guard let data = try? JSONEncoder().encode(record),
            let members = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let people = members["people"] as? [[String: Any]]
        else { return }
        var own: [UserID: Part] = [:]
        for person in people {
            guard let id = person["id"] as? String, let readThrough = person["readThrough"] as? Int,
                let unread = person["unread"] as? Int
            else { continue }
            own[UserID(id)] = Part(readThrough: readThrough, unread: unread)
        }
        parts[ConversationID(record.key)] = own
    }
}
