import Connections
import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The time at which a block takes effect, and the state after the block is lifted.
@Suite struct BlockEffectTests {
    private let operations: [String: Contract.Operation]

    init() throws {
        operations = Dictionary(uniqueKeysWithValues: try Contract.current.get().operations.map { ($0.id, $0) })
    }

    private func requests(_ id: String, _ perspective: BlockPerspective) throws -> [BlockRequest] {
        BlockRequest.all(try #require(operations[id]), perspective)
    }

    @Test(arguments: [0, 1])
    func `open streams contain no trace of the other person after a block`(_ blocker: Int) async throws {
        let world = try await BlockWorld.with(.match)
        let server = world.server
        server.clock.advance(by: .seconds(120))
        var streams: [HTTPStream] = []
        for person in world.pair {
            let url = try #require(URL(string: "https://orbit.example/api/events"))
            let fields = [("Authorization", "Bearer \(person.token.reveal)"), ("Accept", "text/event-stream")]
            let request = HTTPRequest(method: .get, url: url, headers: HTTPHeaders(lenient: fields))
            let stream = await server.backend.open(request, origin: "192.0.2.1")
            #expect(stream.status == 200)
            for _ in ["how to come back", "where the log is"] { _ = try await stream.next() }
            streams.append(stream)
        }
        // Neither stream is read between these events and the block.
        for number in 0..<2 { try await live(number, in: world) }
        try await world.block(by: blocker)
        for number in 0..<2 { try await live(number, in: world) }
        for person in world.pair { _ = try await server.sentPoke(from: world.third[0], to: person) }
        for viewer in 0..<2 {
            let perspective = BlockPerspective(world: world, viewer: viewer)
            var kinds: [String] = []
            while !kinds.contains(EventKind.pokeReceived.rawValue) {
                let chunk = String(decoding: try #require(try await streams[viewer].next()), as: UTF8.self)
                for line in chunk.split(separator: "\n") where line.hasPrefix("data:") {
                    let body = Data(line.dropFirst(5).utf8)
                    kinds += try JSONValue(json: body)["events"]?.elements.compactMap { $0["type"]?.string } ?? []
                    let response = HTTPResponse(status: 200, headers: HTTPHeaders(lenient: []), body: body)
                    #expect(perspective.traces(in: response) == [])
                }
            }
            #expect(kinds.contains(EventKind.personHidden.rawValue))
            #expect(kinds.contains(EventKind.blockAdded.rawValue) == (viewer == blocker))
        }
    }

    /// Performs actions that other people receive events about.
    private func live(_ number: Int, in world: BlockWorld) async throws {
        let (server, person, name) = (world.server, world.pair[number], BlockWorld.names[number])
        let meetup = try #require(world.thirdPersonThings["meetup_id"]?.first)
        let post = try await server.post(
            "/meetups/\(meetup)/posts", PostRequest(text: "\(name) again"), token: person.token)
        #expect(post.status == 200)
        var profile = Profile.valid(name)
        profile.bio = "\(name) at \(server.clock.date)"
        try await server.save(profile, token: person.token)
        try await server.host("Another by \(name)", inHours: 300 + Double(number), by: person)
        server.clock.advance(by: .seconds(30))
    }

    @Test func `a block does not stop the mail of a check-in alarm, and a blocker's mail omits the message`()
        async throws
    {
        for blocker in [nil, 0, 1] {
            let world = try await BlockWorld.with(.none)
            let server = world.server
            if let blocker { try await world.block(by: blocker) }
            server.clock.advance(by: .seconds(11 * 3_600))
            try await server.backend.runScheduledWork()
            for (number, person) in world.pair.enumerated() {
                let mails = server.mailTransport.mails(to: person.address)
                let alarm = try #require(mails.last { $0.subject != "Your Orbit code" })
                #expect(alarm.text.contains("> ") == (number != blocker))
            }
        }
    }

    /// The read operations for open requests and for matches. After a block has ended the requests and the matches,
    /// these operations show no trace of the other person.
    private static func waiting(_ one: BlockMatrixTests.Case) -> [String] {
        // The day's pairing may match two people who had neither a match nor a poke.
        ["listIncomingPokes", "listInvitations", "listJoinRequests"]
            + (one.connection == .none ? [] : ["listMatches", "readTodaysMatch"])
    }

    /// The actions that answer open requests.
    private static func closing(by viewer: Int, _ one: BlockMatrixTests.Case) -> [String] {
        // A block by the recipient of a poke declines it. As with every declined poke, the recipient may still accept
        // it.
        ["replyToInvitation", "approveJoinRequest", "declineJoinRequest"]
            + (viewer == one.blocker ? [] : ["acceptPoke", "declinePoke", "ignorePoke"])
    }

    /// The actions that only attendees of a meetup may take.
    private static let attending = [
        "listAttendees", "listPosts", "writePost", "readPlanShare", "sharePlan", "extendPlanShare", "checkIn",
        "takeOffer", "reconfirmAttendance", "readBlockedAttendance",
    ]

    @Test(arguments: BlockMatrixTests.Case.all)
    func `lifting a block does not restore anything that the block has ended`(_ one: BlockMatrixTests.Case) async throws
    {
        let world = try await BlockWorld.with(one.connection)
        var heads: [LogPosition] = []
        for person in world.pair { heads.append(try await world.server.head(person)) }
        try await world.block(by: one.blocker)
        try await world.unblock(by: one.blocker)
        for viewer in 0..<2 {
            let perspective = BlockPerspective(world: world, viewer: viewer)
            for operation in Self.waiting(one) {
                for request in try requests(operation, perspective) {
                    #expect(request.traces(in: try await request.send()) == [], "\(request)")
                }
            }
            for operation in Self.closing(by: viewer, one) {
                for request in try requests(operation, perspective) {
                    #expect(try await request.send().status >= 400, "\(request)")
                }
            }
            let upcoming = world.own[perspective.other]["meetup_id"]?.dropFirst() ?? []
            for operation in Self.attending {
                for request in try requests(operation, perspective)
                where upcoming.contains(request.filling["meetup_id"] ?? "") {
                    #expect(try await request.send().status >= 400, "\(request)")
                }
            }
            for request in try requests("readSharedPlan", perspective) {
                #expect(try await request.send().status == 404)
            }
            try await expectNoReturn(of: heads[viewer], perspective)
        }
    }

    /// Expects that events from before the block contain no trace of the other person.
    private func expectNoReturn(of head: LogPosition, _ perspective: BlockPerspective) async throws {
        let log = try #require(try requests("readEvents", perspective).first)
        let events = try JSONValue(json: try await log.sendFromStart().body)["data"]?["events"]?.elements ?? []
        #expect(events.contains { $0["type"]?.string == EventKind.personShown.rawValue })
        for event in events where Int(event["seq"]?.number ?? 0) <= head.seq {
            let text = event.textBesideBlocks
            #expect(
                !text.contains(BlockWorld.names[perspective.other])
                    && !text.contains(perspective.world.pair[perspective.other].id.rawValue))
        }
    }

    @Test(arguments: [0, 1])
    func `an invitation after a block has a new id and does not restore the old invitation`(
        _ blocker: Int
    ) async throws {
        let world = try await BlockWorld.with(.match)
        let (server, host, guest) = (world.server, world.pair[0], world.pair[1])
        let before = try await server.invitations(guest).map(\.invitation)
        let old = try #require(before.first { $0.inviterID == host.id })
        try await world.block(by: blocker)
        let refused = try await server.invite([guest.id], to: old.meetupID, by: host).payload(InvitedPeople.self)
        #expect(refused.invited.elements.isEmpty)
        try await world.unblock(by: blocker)
        let sent = try await server.invite([guest.id], to: old.meetupID, by: host).payload(InvitedPeople.self)
        let new = try #require(sent.invited.elements.first?.invitation)
        #expect(new.id != old.id)
        #expect(try await server.invitations(guest).map(\.invitation.id) == [new.id])
        #expect(try await server.reply(.yes, to: old.id, by: guest).status >= 400)
        #expect(try await server.attendance(at: old.meetupID, of: guest) == .invited)
        #expect(try await server.reply(.yes, to: new.id, by: guest).status == 200)
        let going = try await server.mine(guest).filter {
            $0.meetup.hostID == host.id && $0.meetup.attendance == .going
        }
        #expect(going.map(\.id) == [old.meetupID])
        #expect(try await server.matches(guest).list.elements.isEmpty)
    }
}
