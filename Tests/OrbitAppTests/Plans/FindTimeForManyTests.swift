import Calendars
import Foundation
import ICalendar
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing

@testable import OrbitApp

/// Times at which several people are free.
@Suite @MainActor struct FindTimeForManyTests {
    private let campus = SmallCampus()
    private static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    private func weekly(from: Int, to: Int, in zone: TimeZone = .gmt) -> WeeklyAvailability {
        let hours = Weekday.allCases.flatMap { day in (from..<to).compactMap { HourOfWeek(day, hour: $0) } }
        return WeeklyAvailability(timeZone: zone, hours: HourSet(hours))
    }

    /// A person who shows their hours to the campus, or hides them.
    private func person(
        _ name: String, _ hours: WeeklyAvailability?, shows audience: Audience = .campus
    ) async throws -> Phone {
        try await campus.phone(name) {
            $0.availability = hours
            $0.visibility = ProfileVisibility([.availability: audience])
        }
    }

    private func search(by phone: Phone, with others: [Phone]) async throws -> FindTimeViewModel {
        let find = phone.user.findTime(with: try others.map { try $0.user.ownID })
        await find.load()
        return find
    }

    @Test func `slots suit all required people, and the best slot also suits optional people`() async throws {
        let maya = try await person("maya", weekly(from: 8, to: 20))
        let liam = try await person("liam", weekly(from: 10, to: 18))
        let ana = try await person("ana", weekly(from: 16, to: 22, in: Self.berlin))
        let find = try await search(by: maya, with: [liam, ana])
        let all = try #require(find.times?.slots)
        #expect(!all.isEmpty && all.allSatisfy { $0.requiredMissing == 0 && $0.optionalMissing == 0 })
        find.optional = [try ana.user.ownID]
        let more = try #require(find.times?.slots)
        #expect(more.count > all.count && more.contains { $0.optionalMissing == 1 })
        let best = try #require(find.slots.first)
        #expect(best.optionalMissing == 0 && all.contains { $0.span == best.span })
        let attendance = find.attendance(at: best)
        #expect(try attendance.map(\.id) == [maya, liam, ana].map { try $0.user.ownID })
        #expect(
            attendance.map(\.zone) == [.gmt, .gmt, Self.berlin] && attendance.map(\.isRequired) == [true, true, false])
        let lines = find.explanation(of: best)
        #expect(lines.count == 4 && lines[1].hasPrefix("You: ") && lines[3].hasPrefix("Ana (optional): "))
        #expect(lines[3].contains("Europe/Berlin"))
    }

    @Test func `a search is for at most nine other people, each once`() async throws {
        let maya = try await person("maya", nil)
        let others = (0..<12).map { UserID("u\($0)") }
        let find = maya.user.findTime(with: [try maya.user.ownID, others[0]] + others)
        #expect(find.people == Array(others.prefix(9)))
    }

    @Test func `people who show no hours or block the user are listed alike, and the rest have slots`()
        async throws
    {
        let maya = try await person("maya", weekly(from: 8, to: 20))
        let liam = try await person("liam", weekly(from: 10, to: 18))
        let ana = try await person("ana", weekly(from: 11, to: 12), shows: .nobody)
        let noor = try await person("noor", weekly(from: 11, to: 12))
        #expect(await noor.user.sheet(of: try maya.user.ownID).block() == .done)
        let find = try await search(by: maya, with: [ana, liam, noor])
        #expect(try find.peopleWithoutHours == [ana, noor].map { try $0.user.ownID } && find.failure == nil)
        #expect(!find.slots.isEmpty)
        #expect(find.attendance(at: try #require(find.slots.first)).count == 2)
        // No list of the user shows the blocker, so no event names them. The next search removes the hours.
        #expect(await liam.user.sheet(of: try maya.user.ownID).block() == .done)
        await find.load()
        #expect(find.peopleWithoutHours.count == 3)
        #expect(find.times == nil && find.slots.isEmpty && find.obstacles.isEmpty)
    }

    @Test func `a person whose request failed is not named among people without shown hours`() async throws {
        let liam = try await person("liam", weekly(from: 10, to: 18))
        let id = try liam.user.ownID
        let path = "/users/\(id)"
        let maya = try await campus.join(
            "maya", intercept: { $0.url.path().hasSuffix(path) ? HTTPResponse(status: 500) : nil }
        ) { $0.availability = weekly(from: 8, to: 20) }
        let find = maya.user.findTime(with: [id])
        #expect(find.peopleWithoutHours.isEmpty && find.failure == nil)
        await find.load()
        #expect(find.peopleWithoutHours.isEmpty && find.failure?.kind == .unavailable && find.times == nil)
    }

    @Test func `imported busy times remove slots, and private meetups of other people do not`() async throws {
        let maya = try await person("maya", weekly(from: 10, to: 12))
        let liam = try await person("liam", weekly(from: 10, to: 12))
        let find = try await search(by: maya, with: [liam])
        let best = try #require(find.slots.first).span
        let before = find.times?.slots
        // Maya must not learn of Liam's meetups.
        _ = try await liam.host(at: campus.clock) {
            $0.entry.visibility = .invited
            $0.start = LocalTimeField(best.start, in: $0.zone)
            $0.end = LocalTimeField(best.end, in: $0.zone)
        }
        await find.load()
        #expect(find.times?.slots == before)
        var lecture = CalendarEvent(uid: "1", stamp: campus.clock.date, start: .instant(best.start))
        lecture.end = .time(.instant(best.end))
        await maya.user.importedCalendars.read(Data(CalendarFile(events: [lecture]).text.utf8), named: "Uni")
        let left = try #require(find.times?.slots)
        #expect(left.count < before?.count ?? 0 && left.allSatisfy { !$0.span.overlaps(best) })
        await maya.user.importedCalendars.remove(named: "Uni")
        #expect(find.times?.slots == before)
    }

    @Test func `each person counts once, without the user, and at most nine people count`() async throws {
        let maya = try await person("maya", weekly(from: 10, to: 12))
        let own = try maya.user.ownID
        let many = (0..<20).map { UserID("\($0)") }
        #expect(maya.user.findTime(with: [own, "a", "b", "a"]).people == ["a", "b"])
        #expect(maya.user.findTime(with: many + many).people == Array(many.prefix(9)))
        let none = maya.user.findTime(with: [])
        await none.load()
        #expect(none.times == nil && none.peopleWithoutHours.isEmpty)
    }

    @Test func `a meetup of all is planned, and each person is invited in their role`() async throws {
        let maya = try await person("maya", weekly(from: 10, to: 20))
        let liam = try await person("liam", weekly(from: 10, to: 20))
        let ana = try await person("ana", weekly(from: 10, to: 20))
        let find = try await search(by: maya, with: [liam, ana])
        find.optional = [try ana.user.ownID]
        let form = find.form(for: try #require(find.slots.first))
        #expect(form.draft.entry.title == "Meet Liam and Ana" && form.draft.entry.capacity == 3)
        #expect(await form.save() == .done)
        let meetup = try #require(form.saved)
        #expect(await find.invite(to: meetup.id) == .done && find.refused.isEmpty)
        for (phone, role) in [(liam, InvitationRole.attendee), (ana, .optional)] {
            await waitUntil { phone.user.invitations.invitations.known.map(\.meetup.id) == [meetup.id] }
            #expect(phone.user.invitations.invitations.known.first?.invitation.role == role)
        }
        // After the block, Liam is refused like a person who does not exist.
        #expect(await liam.user.sheet(of: try maya.user.ownID).block() == .done)
        _ = await find.invite(to: meetup.id)
        #expect(find.refused.contains { $0.userID == find.people[0] && $0.code == .notFound })
    }

    @Test func `equal searches are computed once`() {
        let last = FindTimeViewModel.LastResult<String, Int>()
        var count = 0
        func read(_ key: String) -> Int {
            last.value(of: key) {
                count += 1
                return $0.utf8.count
            }
        }
        let lengths = ["a", "a", "bb", "bb", "a"].map(read)
        #expect(lengths == [1, 1, 2, 2, 1])
        #expect(count == 3)
    }

    @Test func `the searched span moves with the time`() async throws {
        let clock = VirtualClock()
        let campus = SmallCampus(clock: clock)
        let maya = try await campus.join("maya", change: { $0.availability = weekly(from: 0, to: 24) })
        let liam = try await campus.join(
            "liam",
            change: {
                $0.availability = weekly(from: 0, to: 24)
                $0.visibility = ProfileVisibility([.availability: .campus])
            })
        let find = maya.user.findTime(with: [try liam.user.ownID])
        await find.load()
        let searched = try #require(find.times?.searched)
        clock.advance(by: .seconds(86_400))
        #expect(find.times?.searched?.start == searched.start.addingTimeInterval(86_400))
        // A search begins at the next full minute, so it stays the same until then.
        let past = clock.date.timeIntervalSince1970.truncatingRemainder(dividingBy: 60)
        clock.advance(by: .seconds(61 - past))
        let inMinute = try #require(find.times?.searched)
        clock.advance(by: .seconds(59))
        #expect(find.times?.searched == inMinute)
        clock.advance(by: .seconds(1))
        #expect(find.times?.searched?.start == inMinute.start.addingTimeInterval(60))
    }
}
