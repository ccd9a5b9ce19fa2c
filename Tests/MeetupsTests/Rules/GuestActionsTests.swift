import Foundation
import Meetups
import OrbitModels
import Testing

@Suite struct GuestActionsTests {
    private typealias Given = MeetupsUnderTest

    private func offered(_ listing: MeetupListing, at hour: Double = 0) -> Set<AttendanceAction> {
        Set(AttendanceAction.allCases.filter { listing.meetup.offers($0, at: Given.hours(hour)) })
    }

    @Test func `the actions offered to a guest depend on the attendance state`() throws {
        let expected: [(AttendanceState, Set<AttendanceAction>)] = [
            (.unrelated, [.join]), (.host, []), (.invited, [.join, .leave]), (.requested, [.leave]),
            (.waiting, [.leave]),
            (.offered, [.join, .takeOffer, .leave]), (.going, [.leave]), (.reconfirmed, [.leave]), (.checkedIn, []),
            (.cancelled, [.join]), (.cancelledLate, [.join]), (.noShow, []), (.declined, []), (.expired, [.join]),
            (.removed, []), (AttendanceState(rawValue: "newer"), []),
        ]
        for (state, actions) in expected {
            #expect(offered(try Given.listing("m", state)) == actions, "\(state)")
        }
    }

    @Test func `the actions offered to a guest depend on the time`() throws {
        var going = try Given.listing("m", .going)
        #expect(offered(going, at: 24) == [.leave], "the host does not ask")
        going.meetup.plan.asksToReconfirm = true
        #expect(offered(going, at: 23.9) == [.leave])
        #expect(offered(going, at: 24) == [.leave, .reconfirm])
        #expect(offered(going, at: 45) == [.leave])
        #expect(offered(going, at: 47.5) == [.leave, .checkIn])
        #expect(offered(going, at: 50) == [.checkIn])
        #expect(offered(going, at: 50.5) == [])
        let absent = try Given.listing("m", plan: Given.plan(joinBy: 24))
        #expect(offered(absent, at: 23.9) == [.join] && offered(absent, at: 24) == [])
        let offer = try Given.listing("m", .offered, offerExpires: 2)
        #expect(offered(offer, at: 1.9).contains(.takeOffer) && !offered(offer, at: 2).contains(.takeOffer))
    }

    @Test func `a cancelled meetup offers no actions`() throws {
        for state in AttendanceState.known {
            #expect(offered(try Given.listing("m", state, status: .cancelled)).isEmpty)
        }
    }

    @Test func `a refusal has a reason, and the time window if the action is not in time`() throws {
        let going = try Given.listing("m", .going).meetup
        let early = going.refusal(of: .checkIn, at: Given.now)
        #expect(early == .notInTime(from: Given.hours(47.5), until: Given.hours(50.5)))
        #expect(early?.problem.code == .notInTime)
        #expect(early?.problem.details["from"] == RFC3339.string(from: Given.hours(47.5)).map { .text($0) })
        #expect(early?.problem.details["until"] == RFC3339.string(from: Given.hours(50.5)).map { .text($0) })
        let absent = try Given.listing().meetup
        #expect(absent.refusal(of: .checkIn, at: Given.hours(48)) == .attendance(.unrelated))
        #expect(absent.refusal(of: .join, at: Given.hours(51)) == .over)
        #expect(absent.refusal(of: .approve, at: Given.now) == .hostOnly)
        #expect(try Given.listing("m", .host).meetup.refusal(of: .leave, at: Given.now) == .isHost)
        let refusals: [MeetupRefusal] = [
            .over, .notInTime(from: nil, until: Given.now), .notInTime(from: Given.now, until: Given.now), .hostOnly,
            .isHost, .attendance(.unrelated), .invitationOver,
        ]
        for refusal in refusals { #expect(refusal.message().count > 10 && refusal.errorDescription != nil) }
    }

    @Test func `a full meetup, or a meetup where people wait, has no place left`() throws {
        let counts: [(going: Int, waiting: Int, companions: Int, next: AttendanceState)] = [
            (3, 0, 0, .going), (4, 0, 0, .waiting), (3, 0, 1, .waiting), (3, 1, 0, .waiting), (2, 0, 1, .going),
            (.max, 0, 3, .waiting), (0, 0, .max, .waiting), (3, 0, .min, .going),
        ]
        for count in counts {
            let meetup = try Given.listing(
                "m", plan: Given.plan(capacity: 4), going: count.going, waiting: count.waiting
            ).meetup
            #expect(meetup.expected(after: .join, at: Given.now, companions: count.companions) == count.next)
        }
        let open = try Given.listing("m", going: .max, waiting: 5).meetup
        #expect(open.expected(after: .join, at: Given.now) == .going)
    }

    @Test func `a meetup is on until its end, and an invitation is open until its deadline`() throws {
        let meetup = try Given.listing("m").meetup
        #expect(meetup.isOn(at: Given.hours(49.5)) && !meetup.isOn(at: Given.hours(50)))
        let invitation = Given.invitation("i", respondIn: 24)
        #expect(invitation.isOpen(at: Given.hours(23.5)) && !invitation.isOpen(at: Given.hours(24)))
    }

    @Test func `a cancellation is late from twelve hours before the start, and is distinct from a no-show`() throws {
        let going = try Given.listing("m", .going).meetup
        #expect(going.expected(after: .leave, at: Given.hours(35.5)) == .cancelled)
        #expect(going.expected(after: .leave, at: Given.hours(36)) == .cancelledLate)
        #expect(going.expected(after: .leave, at: Given.hours(47)) == .cancelledLate)
        #expect(try AttendanceState.going.after(.close) == .noShow)
    }

    @Test func `a meetup with host approval or an unknown kind of approval expects a request`() throws {
        for approval in [MeetupApproval.host, MeetupApproval(rawValue: "newer")] {
            let meetup = try Given.listing("m", plan: Given.plan(approval: approval)).meetup
            #expect(meetup.expected(after: .join, at: Given.now) == .requested)
        }
    }
}
