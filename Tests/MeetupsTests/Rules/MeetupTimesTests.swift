import Foundation
import Meetups
import OrbitModels
import Testing

@Suite struct MeetupTimesTests {
    private typealias Given = MeetupsUnderTest

    private func times(joinBy: Double? = nil) throws -> MeetupTimes {
        MeetupTimes(of: try Given.plan(startsIn: 48, lasts: 2, joinBy: joinBy))
    }

    @Test func `people may join until the start, or until the host's deadline, and never after the start`() throws {
        #expect(try times().lastJoin == Given.hours(48))
        #expect(try times(joinBy: 24).lastJoin == Given.hours(24))
        #expect(try times(joinBy: 72).lastJoin == Given.hours(48))
    }

    @Test func `a cancellation is late from twelve hours before the start, to the second`() throws {
        #expect(try times().lateFrom == Given.hours(36))
        let going = try Given.listing("m", .going).meetup
        #expect(going.expected(after: .leave, at: Given.hours(36).addingTimeInterval(-0.001)) == .cancelled)
        #expect(going.expected(after: .leave, at: Given.hours(36)) == .cancelledLate)
    }

    @Test func `guests reconfirm 24 to 3 hours before a meetup, and check in from 30 minutes before to 30 after it`()
        throws
    {
        #expect(try times().reconfirm == Given.hours(24)..<Given.hours(45))
        #expect(try times().checkIn == Given.hours(47.5)..<Given.hours(50.5))
    }

    @Test func `a request waits three days, and no longer than until the start`() throws {
        let soon = try times()
        #expect(soon.requestExpires(askedAt: Given.now) == Given.hours(48))
        let later = MeetupTimes(of: try Given.plan(startsIn: 240))
        #expect(later.requestExpires(askedAt: Given.now) == Given.hours(72))
    }

    @Test(arguments: [
        (0.0, 12.0), (47.0, 47.25), (47.9, 48.0), (48.0, 48.0), (-152.0, -128.0),
    ])
    func `an offer lasts a quarter of the remaining time, from fifteen minutes to a day`(
        offered: Double, expires: Double
    ) throws {
        let expected = Given.hours(expires)
        #expect(abs(try times().offerExpires(offeredAt: Given.hours(offered)).timeIntervalSince(expected)) < 1)
    }
}
