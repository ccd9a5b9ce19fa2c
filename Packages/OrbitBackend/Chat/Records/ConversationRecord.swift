import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// A conversation with its people, their watermarks and their counts of unread messages.
///
/// In a small conversation the people are part of the record, so a message reads and writes one record for all of them.
/// In a large conversation each person has a ``ConversationPersonRecord``. A message writes that of its sender alone,
/// and counts of unread messages are computed when they are read. See ``isLarge``.
struct ConversationRecord: BackendRecord, Equatable {
    static let table = "conversations"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.ofPerson,
                exported: ExportedConversation.section, erase: .ofPerson
            ) { record, exporting in
                try ExportedConversations.element(of: record, exporting)
            })
    }
    /// The index of the small conversations that a person finds, by the latest activity.
    static let byPerson = "person"
    /// The index of all small conversations that name a person, including meetups that the person has left.
    private static let ofPerson = "of person"
    private static let byOrigin = "origin"
    private static let byMatch = "match"

    /// A person of the conversation.
    struct Participant: Codable, Hashable {
        /// The relation of a person to the conversation.
        enum State: String, Codable {
            /// The person reads and writes.
            case active
            /// The person has no active match in the group any more, and only reads.
            case reader
            /// The person has left the meetup, and finds the conversation no more.
            case left
            /// The account was erased. The id is a pseudonym.
            case erased
        }

        fileprivate(set) var id: UserID
        fileprivate(set) var state = State.active
        /// The number of the last message that the person has read.
        fileprivate(set) var readThrough: Int
        /// The number of the last message that the person has read while sharing activity. Other people see this
        /// number, so a later change of the setting does not reveal what the person has read before.
        fileprivate(set) var sharedThrough: Int
        /// The number of messages above ``readThrough`` that count as unread, including those of people who are hidden
        /// from the person. In a large conversation it is not used.
        fileprivate(set) var unread = 0
        /// The number of the person's last message in a large conversation; `nil` for a person who has not written.
        fileprivate(set) var lastWritten: Int?
        var isMuted = false

        /// Whether the person finds the conversation.
        var isMember: Bool { state == .active || state == .reader }

        /// Returns the part of an erased person under the pseudonym.
        func erased(as pseudonym: UserID) -> Participant {
            var erased = self
            (erased.id, erased.state) = (pseudonym, .erased)
            return erased
        }
    }

    /// An active match between two people of a group.
    struct Link: Codable, Hashable {
        let match: MatchID
        let people: [UserID]
    }

    let id: ConversationID
    let kind: ConversationKind
    let origin: ConversationOrigin
    let campus: String
    let createdAt: Date
    /// The time of the last message, or of the creation. It decides the position in lists.
    private(set) var updatedAt: Date
    private(set) var lastSeq = 0
    /// The people. In a large conversation, only those that ``with(_:in:)`` and similar methods have loaded. Their
    /// records are stored apart, by ``save(replacing:in:)``.
    private(set) var people: [Participant]
    /// Whether each person has a record of their own, and jobs notify the people. A conversation stays large.
    private(set) var isLarge: Bool
    /// The active matches of a pair or a group. Without one the conversation is closed.
    private(set) var links: [Link]
    /// Whether the match has ended, or the meetup was cancelled.
    private(set) var isClosed = false
    /// The open proposal in a record of an earlier version, whose proposals are not in the index of open proposals;
    /// `nil` in a new record.
    private(set) var openProposal: ProposalID?

    /// Creates a conversation without messages.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - kind: The kind.
    ///   - origin: The match, the group or the meetup.
    ///   - campus: The campus of all people.
    ///   - people: The people.
    ///   - links: The active matches of a pair or a group.
    ///   - now: The time of creation.
    init(
        id: ConversationID, kind: ConversationKind, origin: ConversationOrigin, campus: String, people: [UserID],
        links: [Link] = [], at now: Date
    ) {
        (self.id, self.kind, self.origin, self.campus, self.links) = (id, kind, origin, campus, links)
        (createdAt, updatedAt) = (now, now)
        self.people = people.map { Participant(id: $0, readThrough: 0, sharedThrough: 0) }
        isLarge = people.count > ChatBounds.maxNotified
    }

    var key: String { id.rawValue }

    var indexEntries: [IndexEntry] {
        var entries = [IndexEntry(Self.byOrigin, group: Self.key(of: origin))]
        for link in links { entries.append(IndexEntry(Self.byMatch, group: link.match.rawValue)) }
        for person in people where !isLarge && person.state != .erased {
            entries.append(IndexEntry(Self.ofPerson, group: person.id.rawValue, at: createdAt))
            if person.isMember { entries.append(IndexEntry(Self.byPerson, group: person.id.rawValue, at: updatedAt)) }
        }
        return entries
    }

    private static func key(of origin: ConversationOrigin) -> String { "\(origin.kind.rawValue) \(origin.id)" }

    /// Returns the conversation of an origin; `nil` if nobody has opened it.
    static func of(_ origin: ConversationOrigin, in reader: any StoreReader) throws -> ConversationRecord? {
        try reader.list(Self.self, IndexQuery(byOrigin, group: key(of: origin), limit: 1)).first
    }

    /// Returns the conversations that an active match holds open: of the pair, and of its group.
    static func held(by match: MatchID, in reader: any StoreReader) throws -> [ConversationRecord] {
        try reader.list(Self.self, IndexQuery(byMatch, group: match.rawValue))
    }

    /// Returns the small conversations that a person finds, the latest activity first.
    static func all(of person: UserID, limit: Int = .max, in reader: any StoreReader) throws -> [ConversationRecord] {
        let query = IndexQuery(byPerson, group: person.rawValue, order: .descending, limit: limit)
        return try reader.list(Self.self, query)
    }

    /// Returns a page of the small conversations that name a person, in a stable order.
    static func naming(
        _ person: UserID, after place: IndexPosition?, limit: Int, in reader: any StoreReader
    ) throws -> [ConversationRecord] {
        try reader.list(Self.self, IndexQuery(ofPerson, group: person.rawValue, after: place, limit: limit))
    }

    /// The position of the conversation in the pages of ``naming(_:after:limit:in:)``.
    var placeByCreation: IndexPosition { IndexPosition(rank: createdAt.milliseconds, key: key) }
}

extension ConversationRecord {
    /// Returns the person's part; `nil` for a stranger.
    func participant(_ id: UserID) -> Participant? { people.first { $0.id == id && $0.state != .erased } }

    /// Whether the person finds the conversation, unless a block hides a pair.
    func hasMember(_ id: UserID) -> Bool { participant(id)?.isMember ?? false }

    /// Whether the person may write.
    func isOpen(for id: UserID) -> Bool { !isClosed && participant(id)?.state == .active }

    /// The people who find the conversation. In a large conversation, only those that were loaded.
    var members: [UserID] { people.filter(\.isMember).map(\.id) }

    /// The other person of a pair, also after an erasure; `nil` for other kinds.
    func partner(of id: UserID) -> Participant? { kind == .pair ? people.first { $0.id != id } : nil }

    /// Whether people see that others type and have read. Large conversations send no such events, because each event
    /// is sent to all people.
    var sharesActivity: Bool { !isLarge && !isClosed }

    /// The people who may share activity with each other. A person who only reads, because their matches have ended,
    /// neither shares nor sees it.
    var peopleWithActivity: [UserID] { sharesActivity ? people.filter { $0.state == .active }.map(\.id) : [] }
}

extension ConversationRecord {
    /// The record of the conversation alone, as it is stored.
    var stored: ConversationRecord {
        guard isLarge else { return self }
        var alone = self
        alone.people = []
        return alone
    }

    /// Returns the conversation with the parts of more people, which are not part of it yet.
    func with(_ records: [ConversationPersonRecord]) -> ConversationRecord {
        var wider = self
        wider.people += records.map(\.person)
        return wider
    }
}

extension ConversationRecord {
    /// Takes the number of the next message.
    ///
    /// - Parameters:
    ///   - sender: The sender, whose part is loaded; `nil` for a message of the system, which counts for no person as
    ///     unread.
    ///   - now: The time of the message.
    /// - Returns: The number of the message.
    mutating func takeSeq(by sender: UserID?, at now: Date) -> Int {
        lastSeq += 1
        updatedAt = max(updatedAt, now)
        guard let sender else { return lastSeq }
        for index in people.indices where people[index].state != .erased {
            if people[index].id == sender {
                (people[index].readThrough, people[index].unread) = (lastSeq, 0)
                if isLarge { people[index].lastWritten = lastSeq }
            } else if !isLarge {
                people[index].unread += 1
            }
        }
        return lastSeq
    }

    /// Subtracts a message that no longer counts as unread, because it was deleted. In a large conversation, nothing
    /// changes, because the index of counted messages lacks it.
    mutating func uncount(_ seq: Int, by sender: UserID) {
        if isLarge { return }
        for index in people.indices where people[index].id != sender && people[index].readThrough < seq {
            people[index].unread = max(0, people[index].unread - 1)
        }
    }

    /// Moves the watermark of a person.
    ///
    /// - Parameters:
    ///   - seq: The new watermark, above the current watermark and at most ``lastSeq``.
    ///   - unread: The number of messages above the watermark that count.
    mutating func read(through seq: Int, by id: UserID, unread: Int) {
        guard let index = people.firstIndex(where: { $0.id == id }) else { return }
        (people[index].readThrough, people[index].unread) = (seq, unread)
    }

    /// Moves the watermark that other people see, to a number above it.
    mutating func share(through seq: Int, by id: UserID) {
        guard let index = people.firstIndex(where: { $0.id == id }) else { return }
        people[index].sharedThrough = seq
    }

    mutating func setMuted(_ isMuted: Bool, by id: UserID) {
        guard let index = people.firstIndex(where: { $0.id == id }) else { return }
        people[index].isMuted = isMuted
    }

    /// Adds a person, or a person who has left. The watermark starts at the current end. In a large conversation, the
    /// person's part is loaded before, if it exists.
    ///
    /// - Returns: Whether the person is new.
    mutating func join(_ id: UserID) -> Bool {
        guard let index = people.firstIndex(where: { $0.id == id && $0.state != .erased }) else {
            people.append(Participant(id: id, readThrough: lastSeq, sharedThrough: lastSeq))
            if people.count > ChatBounds.maxNotified { enlarge() }
            return true
        }
        guard people[index].state == .left else { return false }
        people[index].state = .active
        (people[index].readThrough, people[index].unread) = (lastSeq, 0)
        return true
    }

    /// Gives each person a record of their own. The writers are unknown, so all people count as writers up to here.
    private mutating func enlarge() {
        if isLarge { return }
        isLarge = true
        for index in people.indices where lastSeq > 0 { people[index].lastWritten = lastSeq }
    }

    /// Removes a person from a meetup. The record keeps the person, because messages name them.
    ///
    /// - Returns: Whether the person was a member.
    mutating func leave(_ id: UserID) -> Bool {
        guard let index = people.firstIndex(where: { $0.id == id && $0.isMember }) else { return false }
        people[index].state = .left
        return true
    }

    mutating func close() { isClosed = true }

    /// Removes an ended match. People without an active match in the group only read from then on.
    mutating func end(_ match: MatchID) {
        links.removeAll { $0.match == match }
        followLinks()
    }

    private mutating func followLinks() {
        let linked = Set(links.flatMap(\.people))
        for index in people.indices where people[index].state == .active && !linked.contains(people[index].id) {
            people[index].state = .reader
        }
        if links.isEmpty { isClosed = true }
    }

    /// Replaces a person by a pseudonym.
    mutating func erase(_ id: UserID, as pseudonym: UserID) {
        people.removeAll { $0.id == pseudonym && $0.state == .erased }
        guard let index = people.firstIndex(where: { $0.id == id }) else { return }
        people[index] = people[index].erased(as: pseudonym)
        guard kind != .meetup else { return }
        links.removeAll { $0.people.contains(id) }
        followLinks()
    }
}
