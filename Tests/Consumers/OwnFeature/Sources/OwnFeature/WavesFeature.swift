import BackendRuntime
import Foundation
import Matching
import Networking
import OrbitModels
import OrbitStore

extension Feature {
    /// Waves to people on campus.
    static let waves = Feature(
        operations: [Waves.self], records: [WaveRecord.self], events: [.waveReceived],
        lists: PeopleLists(
            [.waves],
            holders: { person, reader, _ in try WaveRecord.sent(by: person, in: reader).map(\.recipient) },
            mayHold: { owner, person, reader, _ in
                try reader.get(WaveRecord.self, WaveRecord.key(person, owner)) != nil
            }),
        onBlock: { pair, _, transaction in
            try transaction.delete(WaveRecord.self, WaveRecord.key(pair.first, pair.second))
            try transaction.delete(WaveRecord.self, WaveRecord.key(pair.second, pair.first))
        })
}

extension EventKind {
    /// A person has waved to the owner of the log. Data: `Named<UserID>`.
    static let waveReceived = EventKind(rawValue: "wave.received")
}

extension ListName {
    /// The people who have waved to the owner of the log.
    static let waves = ListName(rawValue: "waves")
}

extension AccessWord {
    /// People with a profile, of the campus that waves.
    static let waver = AccessWord("waver", requiring: .person) { caller, _, _ in
        guard caller.campus == "orbit.example" else { throw HTTPProblem.notFound }
    }
}

/// A person has waved to another. It is removed after a week.
struct WaveRecord: ExpiringRecord {
    static let table = "waves"
    static let byRecipient = "recipient"
    private static let bySender = "sender"
    static var personalData: PersonalData<Self> {
        .init(
            .group(of: bySender, exported: "waves") { wave, exporting in
                exporting.element(about: wave.recipient, wave.recipient)
            },
            .group(of: byRecipient))
    }

    let sender: UserID
    let recipient: UserID
    let sentAt: Date

    var key: String { Self.key(sender, recipient) }
    var expiresAt: Date { sentAt.addingTimeInterval(7 * 86_400) }
    var indexEntries: [IndexEntry] {
        let rank = Int64(sentAt.timeIntervalSince1970)
        return [
            expiryEntry, IndexEntry(Self.bySender, group: sender.rawValue, rank: rank),
            IndexEntry(Self.byRecipient, group: recipient.rawValue, rank: rank),
        ]
    }

    static func key(_ sender: UserID, _ recipient: UserID) -> String { "\(sender)>\(recipient)" }

    static func sent(by person: UserID, in reader: any StoreReader) throws -> [WaveRecord] {
        try reader.list(Self.self, IndexQuery(bySender, group: person.rawValue))
    }
}

/// `POST /waves/{user_id}` and `GET /waves`.
struct Waves: Operations {
    private static let limit = RateLimit(name: "waves", tiers: [.init(count: 20, window: 86_400)])

    let context: BackendContext

    init(context: BackendContext) {
        self.context = context
    }

    var handlers: [RouteHandler] {
        [
            context.signedInOnce(Route(.post, "/waves/{user_id}"), as: .waver, .none, perform: wave),
            context.signedInReading(Route(.get, "/waves"), as: .person, perform: list),
        ]
    }

    private func wave(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        let person = call.parameter("user_id", as: UserID.self)
        try Visibility(of: caller, in: transaction).requireSight(of: person, orThrow: .noSuchPerson)
        try Self.limit.admit(
            caller.userID.rawValue, in: transaction, now: call.now, message: "You have waved often today.")
        try transaction.put(WaveRecord(sender: caller.userID, recipient: person, sentAt: call.now))
        try transaction.append(
            .waveReceived, to: person, about: caller.userID, touches: [.waves], data: Named(caller.userID))
        return .success(MessageData(message: "You have waved."), about: [person])
    }

    private func list(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let day = context.day(on: caller.campus, at: call.now)
        let visibility = Visibility(of: caller, in: reader)
        let page = try PageReader(call, list: "waves \(caller.userID)").page(
            of: WaveRecord.self, from: [IndexQuery(WaveRecord.byRecipient, group: caller.userID.rawValue)], in: reader,
            showAll: { waves -> [Person?] in
                let people = try visibility.people(waves.map(\.sender), on: day)
                return waves.map { people[$0.sender] }
            })
        return .success(page)
    }
}
