import Safety
import Testing

/// Clients and the server agree on these numbers, and the description of the API states them.
@Suite struct SafetyLimitsTests {
    @Test func `check-ins, mutes and links have the documented limits`() {
        #expect(CheckInLimits.usualGrace == 15 && CheckInLimits.open == 5 && CheckInLimits.daysKept == 7)
        #expect(MuteLimits.people == 500 && MuteLimits.days == 366 && MuteLimits.maxSurfaces == 10)
        #expect(SharingLimits.usualHours == 4)
    }
}
