import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// The number of people on a wait list that one transaction considers, and the order of offers.
@Suite struct WaitlistBoundsTests {
    private let server = TestServer.onCampus()

    private func states(at id: MeetupID) async throws -> [AttendanceState] {
        try await server.store.read { try GuestRecord.list(at: id, after: 0, limit: .max, in: $0).map(\.state) }
    }

    @Test func `an edit offers eight of ten new places at once, and a job offers the rest`() async throws {
        let people = try await server.members(["maya"] + (0..<11).map { "guest\($0)" })
        let id = try await server.host(by: people[0]) { $0.capacity = 2 }.id
        for guest in people.dropFirst() { try await server.joined(id, by: guest) }
        try await server.deferringWork {
            try await server.expectEdit(id, by: people[0], status: 200) { $0.capacity = 12 }
        }
        #expect(try await states(at: id).count { $0 == .offered } == 8)
        try await server.backend.runScheduledWork()
        #expect(try await states(at: id).count { $0 == .offered } == 10)
    }

    /// Changes the attendance of people at a meetup in one transaction, without requests of their own.
    private func change(
        _ guests: some Sequence<Member>, at id: MeetupID,
        _ perform: @escaping @Sendable (inout AttendanceLedger, GuestRecord) throws -> Void
    ) async throws {
        let (context, now, ids) = (server.backend.context, server.clock.date, guests.map(\.id))
        try await server.store.transaction { engine in
            let transaction = LogTransaction(engine, now: now, features: .orbit) { "epoch" }
            let meetup = try #require(try MeetupRecord.of(id, in: transaction))
            var ledger = AttendanceLedger(of: meetup, context, in: transaction)
            for id in ids { try perform(&ledger, try ledger.guest(id)) }
            try ledger.commit()
            try transaction.close()
        }
    }

    @Test(arguments: [49, 50])
    func `a free place is offered only among the first 50 people in line`(_ larger: Int) async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.host(by: people[0]) { $0.capacity = 2 }.id
        try await change(server.crowd(larger), at: id) { ledger, guest in
            try ledger.perform(.join, guest, given: AttendanceConditions(hasRoom: false), companions: 1)
        }
        #expect(try await server.joined(id, by: people[1]) == (larger < 50 ? .offered : .waiting))
    }

    /// A way to be admitted to a meetup other than to join it.
    enum Admission: CaseIterable {
        case reply, approval, invitation
    }

    @Test(arguments: Admission.allCases)
    func `a small party admitted behind a larger waiting party is offered the free place`(
        _ admission: Admission
    ) async throws {
        let people = try await server.members("maya", "liam", "ana", "noor")
        let (host, last) = (people[0], people[3])
        let id = try await server.host(by: host) {
            $0.capacity = 4
            $0.approval = .host
        }.id
        for guest in people[1...2] {
            #expect(try await server.joinNext(id, by: guest, companions: 1).status == 200)
            let request = try #require(try await server.requests(host).first).id
            #expect(try await server.decide("approve", request, by: host).status == 200)
        }
        #expect(try await server.attendance(at: id, of: people[2]) == .waiting)
        switch admission {
        case .reply:
            #expect(try await server.invite([last.id], to: id, by: host).status == 200)
            let invitation = try #require(try await server.invitations(last).first).id
            #expect(try await server.reply(.yes, to: invitation, by: last).status == 200)
        case .approval:
            #expect(try await server.joined(id, by: last) == .requested)
            let request = try #require(try await server.requests(host).first).id
            #expect(try await server.decide("approve", request, by: host).status == 200)
        case .invitation:
            #expect(try await server.joined(id, by: last) == .requested)
            #expect(try await server.invite([last.id], to: id, by: host).status == 200)
        }
        #expect(try await server.attendance(at: id, of: last) == .offered)
        #expect(try await server.attendance(at: id, of: people[2]) == .waiting)
    }

    /// The host is among the first 50 attendees, so the last guest meets the host and the first 49 guests.
    @Test func `a guest meets only the first 50 attendees of a meetup`() async throws {
        let host = try await server.members("maya")[0]
        let guests = try await server.crowd(51)
        let id = try await server.host(inHours: 1, lasting: 1, by: host).id
        try await server.attend(id, guests)
        server.clock.advance(by: .seconds(3_600))
        try await change(guests, at: id) { ledger, guest in try ledger.perform(.checkIn, guest) }
        server.clock.advance(by: .seconds(5_400))
        try await server.processScheduledRecords()
        let last = try #require(guests.last)
        #expect(try await server.attendance(last).peopleMet == 50)
    }
}
