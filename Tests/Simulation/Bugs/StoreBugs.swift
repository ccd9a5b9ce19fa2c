import BackendRuntime
import Connections
import Foundation
import OrbitModels
import OrbitStore

/// The bugs in the transactions of the server.
extension PlantedBug {
    /// Whether a server with this bug finds no record of a table.
    func hides(_ table: String) -> Bool {
        switch self {
        case .tokensAreForgotten: table == AccessTokenRecord.table
        case .blocksAreNotFound: table == BlockRecord.table
        default: false
        }
    }

    /// Whether a server with this bug does not delete records of a table.
    func keeps(_ table: String) -> Bool { self == .blocksRemain && table == BlockRecord.table }

    /// Whether a server with this bug acknowledges the transaction of a record, and does not commit it.
    func forgets(_ record: some StoreRecord) -> Bool {
        switch self {
        case .pokesAreForgotten: type(of: record).table == Self.pokes
        case .messagesAreForgotten: type(of: record).table == Self.messages
        default: false
        }
    }

    /// Returns the record as a server with this bug stores it; `nil` if the server does not store it.
    func stored<Record: StoreRecord>(_ record: Record, in transaction: any StoreTransaction) throws -> Record? {
        switch self {
        case .tokensDoNotExpire:
            guard let token = record as? AccessTokenRecord else { return record }
            let changed = AccessTokenRecord(
                key: token.key, sessionID: token.sessionID, generation: token.generation,
                expiresAt: token.expiresAt.addingTimeInterval(86_400))
            return changed as? Record
        case .repeatedRequestsAreForgotten: return record is IdempotencyRecord ? nil : record
        case .matchesAreForgotten: return record is MatchRecord ? nil : record
        case .pokesDoNotChange, .messagesDoNotChange:
            let table = self == .pokesDoNotChange ? Self.pokes : Self.messages
            guard Record.table == table else { return record }
            return try transaction.get(Record.self, record.key) == nil ? record : nil
        case .numbersAreRepeated:
            guard let head = record as? LogHead, head.seq > 0, head.seq % 2 == 0 else { return record }
            return nil
        case .unreadIsNotCounted: return try changedConversation(record) { $0["unread"] = 0 }
        case .ownMessagesAreUnread:
            return try changedConversation(record) { $0["unread"] = ($0["unread"] as? Int ?? 0) + 1 }
        case .watermarksGoBack:
            return try changedConversation(record) { $0["readThrough"] = max(0, ($0["readThrough"] as? Int ?? 0) - 1) }
        case .messageNumbersAreRepeated:
            guard Record.table == Self.conversations, record.key.utf8.count % 2 == 0 else { return record }
            return try changedMembers(of: record) { $0["lastSeq"] = min(1, $0["lastSeq"] as? Int ?? 0) }
        default: return try changedEvent(record, in: transaction)
        }
    }

    /// Returns a conversation with a change of all its people; any other record unchanged.
    private func changedConversation<Record: StoreRecord>(
        _ record: Record, _ change: (inout [String: Any]) -> Void
    ) throws -> Record {
        guard Record.table == Self.conversations else { return record }
        return try changedMembers(of: record) { members in
            members["people"] = (members["people"] as? [[String: Any]])?.map { person -> [String: Any] in
                var person = person
                change(&person)
                return person
            }
        }
    }

    private func changedMembers<Record: StoreRecord>(
        of record: Record, _ change: (inout [String: Any]) -> Void
    ) throws -> Record {
        let data = try JSONEncoder().encode(record)
        guard var members = try JSONSerialization.jsonObject(with: data) as? [String: Any] else { return record }
        change(&members)
        return try JSONDecoder().decode(Record.self, from: JSONSerialization.data(withJSONObject: members))
    }

    private func changedEvent<Record: StoreRecord>(
        _ record: Record, in transaction: any StoreTransaction
    ) throws -> Record? {
        guard let entry = record as? LogEntry else { return record }
        switch self {
        case .eventsAreLost: return entry.kind == .pokeReceived ? nil : record
        case .eventsSurviveBlocks:
            let isWithdrawal = try entry.kind == .void && transaction.get(LogEntry.self, entry.key) != nil
            return isWithdrawal ? nil : record
        case .matchesAreOneSided where entry.kind == .matchMade && entry.action == nil,
            .closedPokesAreVoid where entry.kind == .pokeClosed,
            .hiddenPeopleAreVoid where entry.kind == .personHidden && entry.action == nil:
            let void = LogEntry(
                owner: entry.owner, seq: entry.seq, at: entry.at, kind: .void, subject: nil, action: entry.action,
                touches: [], data: nil)
            return void as? Record
        default: return record
        }
    }

    // The tables whose types are private to the backend.
    private static let pokes = "pokes"
    private static let messages = "messages"
    private static let conversations = "conversations"
}
