import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitDemo
import OrbitModels
import OrbitStore
import Safety
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct AddedFeatureTests {
    private struct TestError: Error {}

    /// A record that fails to be erased and exported.
    private struct NoteRecord: BackendRecord {
        static let table = "notes"
        static var personalData: PersonalData<Self> {
            .init(
                .key(
                    exported: ExportSection("notes", of: "Notes", "A note"),
                    erase: .perform(writes: 1) { _, _ in throw TestError() }
                ) { _, _ in throw TestError() })
        }

        let key: String
        var indexEntries: [IndexEntry] { [] }
    }

    /// A record that is exported among the posts of meetups.
    private struct SectionRecord: BackendRecord {
        static let table = "sections"
        static var personalData: PersonalData<Self> {
            .init(.key(exported: ExportSection("posts", of: "Notes", "A note")))
        }

        let key: String
        var indexEntries: [IndexEntry] { [] }
    }

    /// The personal data that a record declares.
    private protocol Statement: Sendable {
        static func personalData<Record>(of type: Record.Type) -> PersonalData<Record>
    }

    private enum NoTrace: Statement {
        static func personalData<Record>(of type: Record.Type) -> PersonalData<Record> { .init() }
    }

    private enum BlankRemark: Statement {
        static func personalData<Record>(of type: Record.Type) -> PersonalData<Record> { .init(remark: "") }
    }

    private enum BlankReason: Statement {
        static func personalData<Record>(of type: Record.Type) -> PersonalData<Record> { .none(" \n") }
    }

    private enum BlankContent: Statement {
        static func personalData<Record>(of type: Record.Type) -> PersonalData<Record> { .expires(withinDays: 1, "") }
    }

    private enum OfOwner<Owner: BackendRecord>: Statement {
        static func personalData<Record>(of type: Record.Type) -> PersonalData<Record> {
            .goes(with: Owner.self, "Belongs to its owner.")
        }
    }

    /// A record whose personal data is declared by `Stated`.
    private struct StatedRecord<Stated: Statement>: BackendRecord {
        static var table: String { "stated" }
        static var personalData: PersonalData<Self> { Stated.personalData(of: Self.self) }

        let key: String
        var indexEntries: [IndexEntry] { [] }
    }

    /// A record with the table of accounts.
    private struct OtherAccountRecord: BackendRecord {
        static let table = AccountRecord.table
        static var personalData: PersonalData<Self> { .init(.key()) }

        let key: String
        var indexEntries: [IndexEntry] { [] }
    }

    /// A record without personal data.
    private struct PlainRecord: BackendRecord {
        static let table = "plain"
        static var personalData: PersonalData<Self> { .none("Contains nothing of people.") }

        let key: String
        var indexEntries: [IndexEntry] { [] }
    }

    private static let notes = ListName(rawValue: "notes")

    /// A feature whose callbacks all throw.
    private static let broken = Feature(
        operations: [], records: [NoteRecord.self],
        lists: PeopleLists(
            [notes], holders: { _, _, _ in throw TestError() }, presenceHolders: { _, _, _ in throw TestError() },
            mayHold: { _, _, _, _ in throw TestError() }),
        onBlock: { _, _, _ in throw TestError() })

    /// Reads a person at the same address as `ReadPerson`.
    private struct ReadPersonAgain: Operations {
        let context: BackendContext

        var handlers: [RouteHandler] {
            [
                context.signedInReading(Route(.get, "/users/{person}")) { _, _, _ in
                    .success(MessageData(message: "again"))
                }
            ]
        }
    }

    /// An operation that refuses every caller.
    private struct Closed: Operations {
        let context: BackendContext

        var handlers: [RouteHandler] {
            let nobody = AccessRole("nobody") { _, _, _ in throw HTTPProblem.notFound }
            return [
                context.signedInReading(Route(.get, "/closed"), as: nobody) { _, _, _ in
                    .success(MessageData(message: "open"))
                }
            ]
        }
    }

    /// An operation that throws an error of its own.
    private struct Failing: Operations {
        let context: BackendContext

        var handlers: [RouteHandler] {
            [context.signedInReading(Route(.get, "/failing")) { _, _, _ in throw TestError() }]
        }
    }

    private let events = EventCounts()

    private func server(adding feature: Feature) throws -> TestServer {
        try .adding(feature, counting: events)
    }

    private func request(_ path: String, of member: Member? = nil) throws -> HTTPRequest {
        let url = try #require(URL(string: "https://orbit.example/api" + path))
        let fields = member.map { [("Authorization", "Bearer \($0.token.reveal)")] } ?? []
        return HTTPRequest(method: .get, url: url, headers: HTTPHeaders(lenient: fields))
    }

    /// The reason why features cannot be added; `nil` if they can.
    private func conflict(_ features: Feature...) -> FeatureConflict? {
        do throws(FeatureConflict) {
            _ = try OrbitBackend(store: MemoryStore(), configuration: .demonstration(), adding: features)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a feature with a taken or an undeclared name is refused with that name`() {
        let accounts = Feature(operations: [], records: [AccountRecord.self])
        #expect(conflict(accounts) == .table("accounts"))
        #expect(conflict(Feature(operations: [], erasedFirst: [AccountRecord.self])) == .unnamedTable("accounts"))
        #expect(conflict(Self.broken, Self.broken) == .table("notes"))
        #expect(conflict(Feature(operations: [], events: [.matchMade])) == .event(.matchMade))
        #expect(conflict(Feature(operations: [], unlimitedEvents: [.matchMade])) == .unnamedEvent(.matchMade))
        #expect(conflict(Feature(operations: [], lists: PeopleLists([.matches]))) == .list(.matches))
        #expect(conflict(Feature(operations: [], lists: PeopleLists(returning: [.matches]))) == .unnamedList(.matches))
        #expect(conflict(Feature(operations: [], lists: PeopleLists([.blocks]))) == .list(.blocks))
        #expect(conflict(Feature(operations: [], otherLists: [.reports])) == .list(.reports))
        #expect(conflict(Feature(operations: [], limits: ["meetup-posts"])) == .limit("meetup-posts"))
        #expect(conflict(Feature(operations: [], limits: ["warnings"])) == .limit("warnings"))
        #expect(conflict(Feature(operations: [], records: [SectionRecord.self])) == .exportSection("posts"))
        #expect(
            conflict(Feature(operations: [ReadPersonAgain.self])) == .route(Route(.get, "/users/{person}")))
        #expect(conflict(Feature(operations: [Closed.self]), Self.broken) == nil)
        #expect(conflict(Feature(operations: [], events: [.personHidden])) == .event(.personHidden))
        let noteAdded = EventKind(rawValue: "note.added")
        let first = Feature(operations: [Closed.self], events: [noteAdded], lists: PeopleLists([Self.notes]))
        #expect(conflict(first, Feature(operations: [], events: [noteAdded])) == .event(noteAdded))
        #expect(conflict(first, Feature(operations: [], lists: PeopleLists([Self.notes]))) == .list(Self.notes))
        let limited = Feature(operations: [], limits: ["note-posts"])
        #expect(conflict(first, limited) == nil)
        #expect(conflict(limited, Feature(operations: [], limits: ["a", "note-posts"])) == .limit("note-posts"))
        #expect(conflict(first, Feature(operations: [Closed.self])) == .route(Route(.get, "/closed")))
        #expect(
            FeatureConflict.limit("posts").errorDescription
                == "The rate limit posts is already taken. Give your limit another name.")
        #expect(
            FeatureConflict.table("notes").errorDescription
                == "The table notes is already taken. Give your record another table.")
    }

    @Test func `a record that leaves personal data unnamed is refused with its table`() {
        func conflict(_ record: any BackendRecord.Type) -> FeatureConflict? {
            self.conflict(Feature(operations: [], records: [record]))
        }
        #expect(conflict(StatedRecord<NoTrace>.self) == .unnamedPersonalData("stated"))
        #expect(conflict(StatedRecord<BlankRemark>.self) == .unnamedPersonalData("stated"))
        #expect(conflict(StatedRecord<BlankReason>.self) == .unnamedPersonalData("stated"))
        #expect(conflict(StatedRecord<BlankContent>.self) == .unnamedPersonalData("stated"))
        #expect(conflict(PlainRecord.self) == nil)
        #expect(
            FeatureConflict.unnamedPersonalData("notes").errorDescription
                == "The record of notes does not name its personal data. "
                + "Give its personalData a locator, or a reason why it has none.")
    }

    @Test func `a record that is erased with another record is refused unless a feature erases the other record`() {
        let ofNote = Feature(operations: [], records: [StatedRecord<OfOwner<NoteRecord>>.self])
        #expect(conflict(ofNote) == .unknownOwner("notes", of: "stated"))
        #expect(conflict(ofNote, Self.broken) == nil)
        let ofPlain = Feature(operations: [], records: [PlainRecord.self, StatedRecord<OfOwner<PlainRecord>>.self])
        #expect(conflict(ofPlain) == .unknownOwner("plain", of: "stated"))
        let ofAccount = Feature(operations: [], records: [StatedRecord<OfOwner<AccountRecord>>.self])
        #expect(conflict(ofAccount) == nil)
        let ofOther = Feature(operations: [], records: [StatedRecord<OfOwner<OtherAccountRecord>>.self])
        #expect(conflict(ofOther) == .unknownOwner("accounts", of: "stated"))
        #expect(
            FeatureConflict.unknownOwner("notes", of: "pages").errorDescription
                == "No feature erases notes, which owns records of pages. Name an owner with a locator.")
    }

    @Test func `an unknown error of an operation gets status 500 without the error's name`() async throws {
        let server = try server(adding: Feature(operations: [Failing.self]))
        let maya = try await server.members("maya")[0]
        let response = await server.backend.respond(to: try request("/failing", of: maya), origin: "192.0.2.1")
        #expect(response.status == 500)
        #expect(response.code == .unavailable)
        let body = String(decoding: response.body, as: UTF8.self)
        #expect(!body.contains("\(TestError.self)"))
    }

    @Test func `a block takes effect although the callbacks of a feature throw`() async throws {
        let server = try server(adding: Self.broken)
        let people = try await server.members("maya", "liam")
        _ = try await server.sentPoke(from: people[0], to: people[1])
        #expect(try await server.send(.post, "/blocks/\(people[0].id)", token: people[1].token).status == 200)
        #expect(events.count(of: .callbackFailed("block")) == 1)
        #expect(try await server.outgoing(people[0]).list.elements.isEmpty)
    }

    @Test func `a match is notified of a changed profile although the callbacks of a feature throw`() async throws {
        let server = try server(adding: Self.broken)
        let people = try await server.members("maya", "liam")
        try await server.matched(people[0], people[1])
        let version = try await server.me(people[0].token).headers[.etag]
        let slices = try await server.slices(of: [people[1]]) {
            let response = try await server.put(.valid("Mia"), token: people[0].token, ifMatch: version)
            #expect(response.status == 200)
        }
        #expect(slices[0].events.map(\.kind) == [.personChanged])
        #expect(events.count(of: .callbackFailed("holders")) == 1)
    }

    @Test func `an erasure that fails in one feature still erases pokes and is retried`() async throws {
        let server = try server(adding: Self.broken)
        let people = try await server.members("maya", "liam")
        _ = try await server.sentPoke(from: people[0], to: people[1])
        let maya = people[0].id
        try await server.store.transaction { try $0.put(NoteRecord(key: maya.rawValue)) }
        #expect(try await server.send(.delete, "/users/me", token: people[0].token).status == 200)
        try await server.backend.runScheduledWork()
        let (pokes, erasure) = try await server.store.read { reader in
            (
                try reader.list(PokeRecord.self, IndexQuery(PokeRecord.outgoing, group: maya.rawValue)),
                try reader.get(ErasureRecord.self, maya.rawValue)
            )
        }
        #expect(pokes.isEmpty)
        #expect(erasure?.failed == [NoteRecord.table])
        #expect(events.count(of: .workFailed(ErasureRecord.table)) == 1)
        server.clock.advance(by: .seconds(61))
        try await server.backend.runScheduledWork()
        #expect(events.count(of: .workFailed(ErasureRecord.table)) == 2)
    }

    @Test func `an export leaves out elements that a feature fails to export, and counts them`() async throws {
        let server = try server(adding: Self.broken)
        let maya = try await server.members("maya")[0]
        try await server.store.transaction { try $0.put(NoteRecord(key: maya.id.rawValue)) }
        let response = await server.backend.respond(
            to: try request("/users/me/export", of: maya), origin: "192.0.2.1")
        #expect(response.status == 200)
        let archive = String(decoding: response.body, as: UTF8.self)
        #expect(archive.contains(maya.address))
        #expect(archive.contains(#""left_out":{"notes":1}"#))
        #expect(events.count(of: .callbackFailed("export")) == 1)
    }

    @Test(arguments: [false, true])
    func `an export fails on an element that throws, unless an added feature owns the element`(isAdded: Bool)
        async throws
    {
        let server = TestServer()
        let maya = try await server.members("maya")[0]
        let features = try isAdded ? FeatureSet.orbit.adding([Self.broken]) : FeatureSet(Feature.all + [Self.broken])
        let context = server.context(with: features)
        let account = try await context.store.transaction { transaction in
            try transaction.put(NoteRecord(key: maya.id.rawValue))
            return try #require(try transaction.get(AccountRecord.self, maya.id.rawValue))
        }
        let archive = ExportArchive(of: account, at: server.clock.date, context) { _ in }
        func read() async throws -> String {
            var bytes = Data()
            while let part = try await archive.next() { bytes += part }
            return String(decoding: bytes, as: UTF8.self)
        }
        if isAdded {
            let text = try await read()
            #expect(text.contains(#""left_out":{"notes":1}"#))
        } else {
            await #expect(throws: TestError.self) { try await read() }
        }
    }

    @Test func `a feature's access role is checked after the session`() async throws {
        let server = try server(adding: Feature(operations: [Closed.self]))
        let maya = try await server.members("maya")[0]
        let (stranger, member) = (try request("/closed"), try request("/closed", of: maya))
        #expect(await server.backend.respond(to: stranger, origin: "192.0.2.1").status == 401)
        #expect(await server.backend.respond(to: member, origin: "192.0.2.1").status == 404)
    }

    @Test func `the program that hosts the backend finds the caller of its own request by the access token`()
        async throws
    {
        let server = TestServer()
        let maya = try await server.members("maya")[0]
        #expect(try await server.backend.caller(of: request("/own/page", of: maya)).userID == maya.id)
        let problem = await #expect(throws: HTTPProblem.self) {
            _ = try await server.backend.caller(of: request("/own/page"))
        }
        #expect(problem?.status == 401)
    }

    /// Checks that the backend throws the same problem to its hosting program as the API sends to the caller.
    private func expectProblem(
        _ status: Int, as role: AccessRole, like path: String, of member: Member, on server: TestServer
    ) async throws {
        let problem = await #expect(throws: HTTPProblem.self) {
            _ = try await server.backend.caller(of: request("/own/page", of: member), as: role)
        }
        let response = try await server.send(.get, path, token: member.token)
        #expect(problem?.status == status && response.status == status)
        #expect(problem?.response.body == response.body)
    }

    @Test func `the program that hosts the backend gets the API's problem for a caller without the access role`()
        async throws
    {
        let server = try TestServer.adding(counting: events)
        let people = try await server.members("maya", "liam", "mod")
        let (maya, liam, moderator) = (people[0], people[1], people[2])
        let grant = try await server.signIn("new@stanford.edu")
        let newcomer = Member(address: "new@stanford.edu", id: grant.userID, token: grant.accessToken)
        func host(_ member: Member, as role: AccessRole) async throws -> UserID {
            try await server.backend.caller(of: request("/own/page", of: member), as: role).userID
        }
        let person = "/users/\(maya.id)"
        #expect(try await host(liam, as: .person) == liam.id)
        #expect(try await host(moderator, as: .moderator) == moderator.id)
        #expect(try await host(newcomer, as: .signedIn) == newcomer.id)
        try await expectProblem(403, as: .person, like: person, of: newcomer, on: server)
        try await expectProblem(404, as: .moderator, like: "/moderation/cases", of: liam, on: server)
        try await server.reported(.person(liam.id), by: maya)
        _ = try await server.decideFirstCase(.suspend, days: 7, by: moderator)
        try await expectProblem(401, as: .signedIn, like: "/users/me", of: liam, on: server)
        try await expectProblem(401, as: .person, like: person, of: liam, on: server)
    }
}
