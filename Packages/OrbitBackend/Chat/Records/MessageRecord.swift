import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// A message. Its key consists of the conversation and the number, so a window of a conversation needs no index.
struct MessageRecord: BackendRecord, Equatable {
    static let table = "messages"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.bySender,
                exported: ExportSection("messages", of: "Chat", "A message of the person, unless it is deleted"),
                erase: .ofSender
            ) { record, exporting in
                guard let text = record.text else { return nil }
                return ExportedMessage(
                    conversationID: try ExportedConversations.id(record.conversationID, exporting), text: text,
                    createdAt: record.createdAt, editedAt: record.editedAt)
            },
            .group(
                of: Self.byReactor,
                exported: ExportSection(
                    "reactions", of: "Chat", "The emoji of the person at a message"),
                erase: .ofReactor
            ) { record, exporting in
                guard try ExportedConversations.id(record.conversationID, exporting) != nil,
                    try record.sender.map(exporting.sees) ?? true
                else { return nil }
                let emoji = record.reactions.filter { $0.userIDs.contains(exporting.person) }.map(\.emoji)
                return emoji.isEmpty ? nil : ExportedReactions(messageID: record.id, emoji: emoji)
            })
    }
    /// The index of a person's messages, including deleted messages.
    private static let bySender = "sender"
    /// The index of the messages with a reaction of a person, or with a reaction that the person did not see.
    private static let byReactor = "reactor"
    private static let byClient = "client"
    /// The index of the messages that count as unread, by number. ``countedBySender`` has them by sender.
    private static let counted = "counted"
    private static let countedBySender = "counted by"
    /// The digits of a number in a key.
    private static let digits = 10

    let conversationID: ConversationID
    let seq: Int
    let clientID: ClientID
    let kind: MessageKind
    /// The sender, or the pseudonym of an erased sender; `nil` for a message of the system.
    private(set) var sender: UserID?
    private(set) var text: String?
    /// The number of the message that this message replies to. For a message of the system, the message that it is
    /// about.
    let replySeq: Int?
    let proposalID: ProposalID?
    /// The reactions, sorted by emoji.
    private(set) var reactions: [Reaction] = []
    let createdAt: Date
    private(set) var editedAt: Date?
    private(set) var deletedAt: Date?
    private(set) var version = 1
    /// The number of changes of reactions that a person did not see, by the id of the person. Such changes do not count
    /// in the version that the person sees, which would reveal them.
    private var unseen: [String: Int]?

    /// Creates a message.
    init(
        in conversation: ConversationID, seq: Int, clientID: ClientID, kind: MessageKind = .text, by sender: UserID?,
        text: String?, replySeq: Int? = nil, proposalID: ProposalID? = nil, at now: Date
    ) {
        (conversationID, self.seq, self.clientID, self.kind) = (conversation, seq, clientID, kind)
        (self.sender, self.text, self.replySeq, self.proposalID) = (sender, text, replySeq, proposalID)
        createdAt = now
    }

    var id: MessageID { Self.id(conversationID, seq) }
    var key: String { Self.key(conversationID, seq) }
    var isDeleted: Bool { deletedAt != nil }
    /// Whether the message counts as unread for other people.
    var counts: Bool { !isDeleted && sender != nil && kind != .system }

    var indexEntries: [IndexEntry] {
        var entries: [IndexEntry] = []
        if let sender {
            entries.append(IndexEntry(Self.bySender, group: sender.rawValue, at: createdAt))
            entries.append(IndexEntry(Self.byClient, group: Self.client(clientID, of: sender, in: conversationID)))
            if counts {
                entries.append(IndexEntry(Self.counted, group: conversationID.rawValue, rank: Int64(seq)))
                entries.append(
                    IndexEntry(Self.countedBySender, group: "\(conversationID)>\(sender)", rank: Int64(seq)))
            }
        }
        let reactors = Set(reactions.lazy.flatMap(\.userIDs).map(\.rawValue))
        for person in reactors.union((unseen ?? [:]).keys) {
            entries.append(IndexEntry(Self.byReactor, group: person, at: createdAt))
        }
        return entries
    }

    private static func client(_ id: ClientID, of sender: UserID, in conversation: ConversationID) -> String {
        "\(conversation)>\(sender)>\(id)"
    }

    /// The id contains the number, so that a request finds the message without an index.
    static func id(_ conversation: ConversationID, _ seq: Int) -> MessageID { MessageID("\(conversation)-\(seq)") }

    /// Returns the number in the id of a message of a conversation; `nil` for any other text.
    static func seq(of id: MessageID, in conversation: ConversationID) -> Int? {
        let prefix = "\(conversation)-"
        guard id.rawValue.hasPrefix(prefix), let seq = Int(id.rawValue.dropFirst(prefix.count)), seq > 0,
            self.id(conversation, seq) == id
        else { return nil }
        return seq
    }

    static func key(_ conversation: ConversationID, _ seq: Int) -> String {
        let number = String(seq)
        return "\(conversation) \(String(repeating: "0", count: max(0, digits - number.count)))\(number)"
    }

    mutating func edit(_ text: String, at now: Date) {
        self.text = text
        editedAt = now
        version += 1
    }

    mutating func delete(at now: Date) {
        (text, reactions, deletedAt) = (nil, [], now)
        version += 1
    }

    /// The people that the message names: its sender, and people with reactions.
    var people: Set<UserID> { Set(reactions.flatMap(\.userIDs)).union([sender].compactMap(\.self)) }

    /// Returns the person whose block hides the message: its sender, or for a message of the system the sender of the
    /// message that it is about.
    func author(replyingTo original: MessageRecord?) -> UserID? { sender ?? original?.sender }

    /// Returns the version that a person sees. It does not count changes of reactions that the person did not see.
    func version(for viewer: UserID) -> Int { version - (unseen?[viewer.rawValue] ?? 0) }

    /// Counts a change of reactions.
    private mutating func changeReactions(unseenBy people: Set<UserID>) {
        version += 1
        for person in people { unseen = (unseen ?? [:]).merging([person.rawValue: 1], uniquingKeysWith: +) }
    }

    /// Adds a reaction.
    ///
    /// - Parameters:
    ///   - emoji: The emoji.
    ///   - person: The person who reacts.
    ///   - people: The people of the conversation from whom the person is hidden.
    /// - Returns: Whether the reaction is new.
    mutating func react(_ emoji: Emoji, by person: UserID, unseenBy people: Set<UserID> = []) -> Bool {
        if let index = reactions.firstIndex(where: { $0.emoji == emoji }) {
            guard !reactions[index].userIDs.contains(person) else { return false }
            reactions[index].userIDs.append(person)
        } else {
            reactions.append(Reaction(emoji: emoji, userIDs: [person]))
            reactions.sort { $0.emoji < $1.emoji }
        }
        changeReactions(unseenBy: people)
        return true
    }

    /// Removes a reaction.
    ///
    /// - Returns: Whether there was one.
    mutating func removeReaction(_ emoji: Emoji, by person: UserID, unseenBy people: Set<UserID> = []) -> Bool {
        guard let index = reactions.firstIndex(where: { $0.emoji == emoji && $0.userIDs.contains(person) }) else {
            return false
        }
        reactions[index].userIDs.removeAll { $0 == person }
        reactions.removeAll { $0.userIDs.isEmpty }
        changeReactions(unseenBy: people)
        return true
    }

    /// Removes all reactions of a person, and what the person did not see.
    mutating func removeReactions(by person: UserID, unseenBy people: Set<UserID>) {
        unseen?[person.rawValue] = nil
        guard reactions.contains(where: { $0.userIDs.contains(person) }) else { return }
        for index in reactions.indices { reactions[index].userIDs.removeAll { $0 == person } }
        reactions.removeAll { $0.userIDs.isEmpty }
        changeReactions(unseenBy: people)
    }

    /// Makes the message a tombstone of a person whose account is erased.
    mutating func erase(as pseudonym: UserID, at now: Date) {
        sender = pseudonym
        if isDeleted { version += 1 } else { delete(at: now) }
    }
}

extension MessageRecord {
    static func of(_ conversation: ConversationID, _ seq: Int, in reader: any StoreReader) throws -> MessageRecord? {
        try reader.get(Self.self, key(conversation, seq))
    }

    /// Returns the messages with these numbers, by number. Takes one store call. A message that cannot be read is
    /// missing.
    static func list(
        _ conversation: ConversationID, _ numbers: some Collection<Int>, in reader: any StoreReader
    ) throws -> [Int: MessageRecord] {
        if numbers.isEmpty { return [:] }
        let found = try reader.get(Self.self, all: numbers.map { key(conversation, $0) })
        return found.values.reduce(into: [:]) { $0[$1.seq] = $1 }
    }

    /// Returns the message that a device of the sender has named; `nil` if it has not arrived.
    static func sent(
        as id: ClientID, by sender: UserID, in conversation: ConversationID, _ reader: any StoreReader
    ) throws -> MessageRecord? {
        try reader.list(Self.self, IndexQuery(byClient, group: client(id, of: sender, in: conversation), limit: 1))
            .first
    }

    /// Returns the number of messages between two numbers that count as unread, up to a limit. Reads no records.
    static func count(
        in conversation: ConversationID, by sender: UserID? = nil, _ numbers: ClosedRange<Int>, limit: Int = .max,
        _ reader: any StoreReader
    ) throws -> Int {
        let ranks = Int64(numbers.lowerBound)...Int64(numbers.upperBound)
        let query =
            sender.map { IndexQuery(countedBySender, group: "\(conversation)>\($0)", ranks: ranks, limit: limit) }
            ?? IndexQuery(counted, group: conversation.rawValue, ranks: ranks, limit: limit)
        return try reader.count(Self.self, query)
    }

    /// Returns the seconds until a person may write again; `nil` if the person may write now. Takes one store call, and
    /// reads no records.
    static func wait(of sender: UserID, in reader: any StoreReader, now: Date) throws -> Int? {
        let window = ChatRates.messages.map(\.window).max() ?? 0
        let query = IndexQuery(
            bySender, group: sender.rawValue,
            ranks: now.addingTimeInterval(-window).milliseconds...now.addingTimeInterval(window).milliseconds,
            order: .descending, limit: ChatRates.messages.map(\.count).max() ?? 0)
        let times = try reader.positions(Self.self, query).map {
            Date(timeIntervalSince1970: TimeInterval($0.rank) / 1_000)
        }
        let waits = ChatRates.messages.compactMap { tier -> Int? in
            guard tier.count > 0, times.count >= tier.count else { return nil }
            let rest = times[tier.count - 1].timeIntervalSince(now) + tier.window
            return rest > 0 ? max(1, Int(rest.rounded(.up))) : nil
        }
        return waits.max()
    }
}
