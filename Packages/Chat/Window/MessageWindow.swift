public import OrbitModels

/// A contiguous part of a conversation: its end, or any part in the middle.
///
/// The window is the fold of pages and events. Messages have numbers without repetitions, and each change of a message
/// increases its version. Therefore the result does not depend on the order, the repetition or the grouping of events.
///
/// ```swift
/// var window = MessageWindow(of: conversation, for: me)
/// let request = window.request(.end)
/// window.merge(try await service.messages(in: conversation), answering: request)
/// window.fold(update.message)
/// ```
///
/// A message after the end of the window extends a window that reaches the end of the conversation. For a window in the
/// middle, it only increases ``lastSeq``. If messages before it are missing, the window keeps it and ``isOutdated`` is
/// `true` until they arrive.
public struct MessageWindow: Sendable {
    /// The conversation.
    public let conversation: ConversationID
    /// The user, whose own messages are found by their client id.
    public let viewer: UserID
    /// The highest number of a message that is known to exist; 0 in an empty conversation.
    public private(set) var lastSeq = 0
    /// Whether a page was merged.
    public private(set) var isLoaded = false
    /// Whether the conversation has messages before the window.
    public private(set) var hasEarlier = false
    /// The first number that the window covers.
    private(set) var lower = 1
    /// The last number that the window covers; less than ``lower`` if the window covers no number.
    private(set) var upper = 0
    /// Whether a page has reached the end of the conversation, so that new messages extend the window.
    private(set) var followsEnd = false
    /// The number of changes, which orders messages and requests.
    private(set) var revision = 0
    private(set) var chunks = MessageChunks()
    /// The revision at which ``lastSeq`` was learned.
    private var endLearnedAt = 0
    /// The messages after a gap, by number.
    private var held: [Int: MessageChunks.Stored] = [:]
    /// The numbers of the viewer's own messages in the window.
    private var own: [ClientID: Int] = [:]
    /// Whether the loaded messages may be outdated, so that the next requested page replaces all of them.
    private(set) var isInvalid = false
    /// The revision of the last invalidation.
    private var invalidatedAt = 0
    /// The number of messages that were ever stored.
    private var storeCount = 0

    /// The maximum number of messages kept after a gap. Later messages are fetched with the missing messages.
    private static let maxHeld = 256
    /// The accepted numbers of messages. Larger numbers of a broken server would overflow.
    private static let numbers = 1...Conversation.maxSeq

    /// Creates a window that has loaded nothing.
    public init(of conversation: ConversationID, for viewer: UserID) {
        self.conversation = conversation
        self.viewer = viewer
    }

    /// The number of loaded messages, including tombstones and placeholders.
    public var count: Int { chunks.count }

    /// The message at an index from 0 to `count - 1`, in ascending order of numbers. O(log n).
    public subscript(index: Int) -> Message { chunks[index] }

    /// Whether the window ends with the last message of the conversation, as far as is known.
    public var isAtEnd: Bool { isLoaded && followsEnd && upper >= lastSeq }

    /// Whether the conversation has messages after the window.
    public var hasLater: Bool { isLoaded && !isAtEnd }

    /// Whether messages are missing between the window and newer messages, or loaded messages may be outdated. Load the
    /// messages after the window, or the window.
    public var isOutdated: Bool { isInvalid || hasGap }

    /// Whether the window reached the end of the conversation, and messages after it are missing.
    public var hasGap: Bool { followsEnd && upper < lastSeq }

    /// The number of messages after the window that are known to exist.
    public var laterCount: Int { isLoaded ? max(0, lastSeq - upper) : 0 }

    /// Returns the message with this number, if it is loaded. O(log n).
    public func message(_ seq: Int) -> Message? { chunks.stored(seq)?.message }

    /// Returns the number of the viewer's own message with this client id, if it is loaded.
    public func seq(of client: ClientID) -> Int? { own[client] }

    /// Whether the window covers this number, so that a message with it is loaded unless it does not exist.
    public func covers(_ seq: Int) -> Bool { isLoaded && seq >= lower && seq <= upper }

    /// Returns the loaded messages whose numbers are in a range. O(log n + result).
    public func messages(in range: ClosedRange<Int>) -> [Message] { chunks.stored(in: range).map(\.message) }

    // MARK: Events

    /// The effect of a message on a window.
    public enum Effect: Hashable, Sendable {
        /// The message is new in the window, at its end.
        case appended
        /// The message replaced an older version.
        case changed
        /// The message is after the window. Only ``MessageWindow/lastSeq`` may have changed.
        case beyond
        /// The window has this version or a newer version, or the message does not belong to it.
        case ignored
    }

    /// Folds a new or changed message.
    ///
    /// - Returns: The effect. Folding the same message again returns ``Effect/ignored`` or ``Effect/beyond``.
    /// - Complexity: O(log n).
    @discardableResult public mutating func fold(_ message: Message) -> Effect {
        guard message.conversationID == conversation, Self.numbers.contains(message.seq) else { return .ignored }
        noteEnd(message.seq)
        if isLoaded, message.seq < lower { return .ignored }
        if message.seq <= upper { return replace(message) }
        guard followsEnd || !isLoaded else { return .beyond }
        guard isLoaded, message.seq == upper + 1 else {
            hold(message)
            return .beyond
        }
        revision += 1
        store(MessageChunks.Stored(message: message, learnedAt: revision))
        upper = message.seq
        takeHeld()
        return .appended
    }

    /// Notes that the conversation has a message with this number.
    public mutating func noteEnd(_ seq: Int) {
        guard seq > lastSeq, Self.numbers.contains(seq) else { return }
        revision += 1
        (lastSeq, endLearnedAt) = (seq, revision)
    }

    /// Marks all messages as outdated. They stay until a page replaces them that is requested from now on.
    public mutating func invalidate() {
        guard isLoaded else { return }
        revision += 1
        (isInvalid, invalidatedAt) = (true, revision)
    }

    // MARK: Pages

    /// A request for a page, with the state of the window at the time of the request.
    public struct Request: Hashable, Sendable {
        /// The requested part.
        public let anchor: MessageAnchor
        let revision: Int
    }

    /// Returns the request for a page. Create it before the request is sent.
    public func request(_ anchor: MessageAnchor) -> Request { Request(anchor: anchor, revision: revision) }

    /// Merges a page. Messages that the window received after the request win over those of the page.
    ///
    /// A page that neither overlaps nor touches the window replaces it.
    ///
    /// - Parameters:
    ///   - page: The page, in ascending order of numbers.
    ///   - request: The request that the page answers.
    /// - Returns: The difference between the window and the page.
    /// - Complexity: O(page · log n + chunks).
    @discardableResult
    public mutating func merge(_ page: MessagePage, answering request: Request) -> MergeResult {
        let received = page.messages.elements.filter {
            $0.conversationID == conversation && Self.numbers.contains($0.seq)
        }
        let cover = Cover(of: received, page, request.anchor)
        // An unreadable message could be any of the messages that seem to be missing.
        let missing =
            page.messages.quarantined.isEmpty
            ? missingMessages(from: received, in: cover, since: request.revision) : []
        let stores = storeCount
        revision += 1
        // The server may have answered an earlier request before the messages became outdated.
        let replacesInvalid = isInvalid && request.revision >= invalidatedAt
        if replacesInvalid || !isLoaded || cover.first > upper + 1 || cover.last < lower - 1 {
            start(at: cover, since: request.revision)
        }
        for message in missing { remove(message) }
        let early = received.prefix { $0.seq < (chunks.first ?? Int.max) }
        if early.isStrictlyAscending {
            prepend(Array(early))
            for message in received.dropFirst(early.count) { add(message, since: request.revision) }
        } else {
            for message in received { add(message, since: request.revision) }
        }
        extend(by: cover, since: request.revision)
        takeHeld()
        return MergeResult(missing: missing, changeCount: storeCount - stores + missing.count)
    }

    /// The difference between a window and a page.
    public struct MergeResult: Hashable, Sendable {
        /// The messages that were known before the request, and that the server no longer has.
        public let missing: [Message]
        /// The number of messages that are new, changed or missing.
        public let changeCount: Int
    }

    /// The numbers that a page covers.
    private struct Cover {
        /// The first covered number.
        var first: Int
        /// The last covered number.
        var last: Int
        var hasEarlier: Bool
        /// Whether the page covers everything after ``last``.
        var reachesEnd: Bool

        init(of messages: [Message], _ page: MessagePage, _ anchor: MessageAnchor) {
            let (low, high) = (messages.map(\.seq).min(), messages.map(\.seq).max())
            var (first, last) = (low ?? 1, high ?? 0)
            hasEarlier = page.hasEarlier && low != nil
            reachesEnd = !page.hasLater
            switch anchor {
            case .end, .around: break
            case .before(let seq):
                reachesEnd = false
                last = max(last, seq.clamped - 1)
            case .after(let seq):
                first = low.map { min($0, seq.clamped + 1) } ?? seq.clamped + 1
                last = max(last, seq.clamped)
                hasEarlier = true
            }
            if !hasEarlier { first = 1 }
            (self.first, self.last) = (first, last)
        }

        func contains(_ seq: Int) -> Bool { seq >= first && (reachesEnd || seq <= last) }
    }

    /// Returns the messages that were known at a revision, and that a page should contain but does not.
    private func missingMessages(from page: [Message], in cover: Cover, since revision: Int) -> [Message] {
        guard cover.reachesEnd || cover.last >= cover.first else { return [] }
        let present = Set(page.map(\.seq))
        let end = cover.reachesEnd ? Int.max : cover.last
        let known = chunks.stored(in: cover.first...end) + held.values.filter { cover.contains($0.message.seq) }
        return known.filter { $0.learnedAt <= revision && !present.contains($0.message.seq) }.map(\.message)
    }

    /// Begins again with the first number of a page. Keeps only the messages that arrived after the request.
    private mutating func start(at cover: Cover, since request: Int) {
        for stored in chunks.stored(in: 1...Int.max) where stored.learnedAt > request { hold(stored) }
        chunks = MessageChunks()
        own = [:]
        (lower, upper) = (cover.first, cover.first - 1)
        isInvalid = isInvalid && request < invalidatedAt
        (followsEnd, hasEarlier, isLoaded) = (false, cover.hasEarlier, true)
    }

    private mutating func extend(by cover: Cover, since request: Int) {
        if cover.first <= lower { (lower, hasEarlier) = (cover.first, cover.hasEarlier) }
        if cover.last > upper { (upper, followsEnd) = (cover.last, false) }
        noteEnd(cover.last)
        guard cover.reachesEnd else { return }
        followsEnd = true
        // The server has fewer messages than were known before the request.
        if endLearnedAt <= request { lastSeq = max(upper, held.keys.max() ?? 0) }
    }

    private mutating func add(_ message: Message, since request: Int) {
        noteEnd(message.seq)
        let stored = MessageChunks.Stored(message: message, learnedAt: revision)
        guard let known = chunks.stored(message.seq) else { return store(stored) }
        // A block or its end changes the placeholder of a person, but not the version of the message.
        let isNewlyHidden = known.message.isHidden != message.isHidden && known.learnedAt <= request
        guard message.version > known.message.version || (message.version == known.message.version && isNewlyHidden)
        else { return }
        store(stored)
    }

    private mutating func prepend(_ messages: [Message]) {
        chunks.prepend(messages.map { MessageChunks.Stored(message: $0, learnedAt: revision) })
        storeCount += messages.count
        for message in messages {
            noteOwn(message)
            noteEnd(message.seq)
        }
    }

    // MARK: Storage

    private mutating func replace(_ message: Message) -> Effect {
        if let known = chunks.stored(message.seq), known.message.version >= message.version { return .ignored }
        revision += 1
        store(MessageChunks.Stored(message: message, learnedAt: revision))
        return .changed
    }

    private mutating func store(_ stored: MessageChunks.Stored) {
        chunks.set(stored)
        storeCount += 1
        noteOwn(stored.message)
    }

    private mutating func noteOwn(_ message: Message) {
        if message.senderID == viewer { own[message.clientID] = message.seq }
    }

    private mutating func remove(_ message: Message) {
        chunks.remove(message.seq)
        held[message.seq] = nil
        if message.senderID == viewer { own[message.clientID] = nil }
    }

    private mutating func hold(_ message: Message) {
        if let known = held[message.seq], known.message.version >= message.version { return }
        revision += 1
        hold(MessageChunks.Stored(message: message, learnedAt: revision))
    }

    private mutating func hold(_ stored: MessageChunks.Stored) {
        if held.count < Self.maxHeld || held[stored.message.seq] != nil { held[stored.message.seq] = stored }
    }

    /// Moves the held messages that now belong to the window into it.
    private mutating func takeHeld() {
        guard !held.isEmpty, isLoaded else { return }
        for (seq, stored) in held where seq <= upper {
            held[seq] = nil
            guard seq >= lower else { continue }
            if let known = chunks.stored(seq), known.message.version >= stored.message.version { continue }
            store(stored)
        }
        guard followsEnd else { return }
        while let stored = held.removeValue(forKey: upper + 1) {
            store(stored)
            upper += 1
        }
    }
}

extension Int {
    /// The number within the accepted numbers of messages.
    fileprivate var clamped: Int { Swift.min(Swift.max(self, 1), Conversation.maxSeq) }
}

extension Message {
    /// Whether this is a placeholder for a message of a hidden person.
    var isHidden: Bool { kind == .hidden }
}

extension Collection<Message> {
    fileprivate var isStrictlyAscending: Bool { zip(self, dropFirst()).allSatisfy { $0.seq < $1.seq } }
}
