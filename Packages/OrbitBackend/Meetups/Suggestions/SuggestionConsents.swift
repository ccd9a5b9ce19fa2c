import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import OrbitStore

/// A person's consents to suggestions. Without a record, the person consents to nothing.
struct ConsentRecord: BackendRecord {
    static let table = "suggestion_consents"
    static var personalData: PersonalData<Self> {
        .init(
            .key(exported: ExportSection("suggestion_consent", of: "Meetups", "The person's consent to suggestions")) {
                record, _ in record.consent
            })
    }
    /// The index of people who may be suggested to hosts, by campus, in random order.
    private static let toHosts = "hosts"

    let userID: UserID
    let campus: String
    var consent: SuggestionConsent

    var key: String { userID.rawValue }

    var indexEntries: [IndexEntry] {
        consent.toHosts ? [IndexEntry(Self.toHosts, group: campus, rank: Self.rank(userID.rawValue))] : []
    }

    static func of(_ person: UserID, in reader: any StoreReader) throws -> SuggestionConsent {
        try reader.get(Self.self, person.rawValue)?.consent ?? .none
    }

    /// Returns a sample of the people who may be suggested to hosts. The meetup's id determines where in the index the
    /// sample begins, so that meetups do not all suggest the same people.
    ///
    /// - Parameters:
    ///   - meetup: The meetup.
    ///   - limit: The maximum number of people.
    static func some(for meetup: MeetupRecord, limit: Int, in reader: any StoreReader) throws -> [UserID] {
        let start = rank(meetup.id.rawValue)
        func list(_ ranks: ClosedRange<Int64>, _ limit: Int) throws -> [UserID] {
            guard limit > 0 else { return [] }
            return try reader.list(
                Self.self, IndexQuery(toHosts, group: meetup.campus, ranks: ranks, limit: limit)
            ).map(\.userID)
        }
        let first = try list(start ... .max, limit)
        return try start > 0 ? first + list(0...start - 1, limit - first.count) : first
    }

    /// Returns the given people who may be suggested to hosts.
    static func agreed(among people: some Collection<UserID>, in reader: any StoreReader) throws -> [UserID] {
        guard !people.isEmpty else { return [] }
        return try reader.get(Self.self, all: people.map(\.rawValue)).values
            .filter(\.consent.toHosts).map(\.userID)
    }

    /// Returns the first 60 bits of the hash of an identifier. They are in effect random.
    private static func rank(_ id: String) -> Int64 {
        let digits = String(ContentHash.hexadecimal([id]).prefix(15))
        return Int64(digits, radix: 16) ?? 0
    }
}

/// `GET` and `PUT /meetups/suggested/consent`: the caller's consents. A change takes effect with the next request of
/// any person.
struct SetSuggestionConsent: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(MeetupSuggestionRoutes.consent) { reader, _, caller in
                .success(Keyed(try ConsentRecord.of(caller.userID, in: reader)), cache: .revalidated)
            },
            context.signedIn(MeetupSuggestionRoutes.setConsent, .json, perform: set),
        ]
    }

    private func set(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Keyed<SuggestionConsent>
    ) throws -> OperationResult {
        if body.value != (try ConsentRecord.of(caller.userID, in: transaction)) {
            try transaction.put(
                ConsentRecord(userID: caller.userID, campus: caller.account.campus, consent: body.value))
            try transaction.append(
                .suggestionConsentChanged, to: caller.userID, touches: [.suggestionConsent, .suggestedMeetups],
                data: body)
        }
        return .success(body)
    }
}
