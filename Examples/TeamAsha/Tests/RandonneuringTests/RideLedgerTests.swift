import Foundation
import Randonneuring
import Testing

@Suite struct RideLedgerTests {
    /// 2026-03-01 at 23:30 in UTC.
    private let lateEvening = Date(timeIntervalSince1970: 1_772_407_800)

    private func ride(_ hours: Double, _ distance: Double, _ unit: DistanceUnit = .kilometres) -> Ride {
        Ride(start: lateEvening.addingTimeInterval(hours * 3_600), distance: distance, unit: unit)
    }

    @Test func `two rides of 74.75 miles do not count towards 75, as Eddington wrote`() {
        let ledger = RideLedger((0..<75).map { ride(Double($0) * 24, 74.75, .miles) })
        #expect(ledger.eddington(in: .miles).number == 74)
        #expect(ledger.eddington(in: .miles).daysTowardsNext == 0)
        #expect(ledger.eddington(in: .miles).daysForNext == 75)
    }

    @Test func `two rides of one day count together, and two days of half the distance do not`() {
        #expect(RideLedger([ride(-20, 0.5), ride(-10, 0.5)]).eddington(in: .kilometres).number == 1)
        #expect(RideLedger([ride(-20, 0.5), ride(4, 0.5)]).eddington(in: .kilometres).number == 0)
    }

    @Test func `the same rides have a number for each unit`() {
        let ledger = RideLedger((0..<100).map { ride(Double($0) * 24, 80) })
        #expect(ledger.eddington(in: .kilometres).number == 80)
        #expect(ledger.eddington(in: .miles).number == 49)
    }

    @Test func `miles and kilometres of one day are added exactly`() throws {
        let ledger = RideLedger([ride(-20, 1, .miles), ride(-10, 0.390656)])
        #expect(ledger.distance(on: try day(lateEvening)) == Distance(2))
    }

    @Test func `a ride across midnight counts for the day on which it began`() throws {
        let ledger = RideLedger([ride(0, 300)])
        #expect(ledger.distance(on: try day(lateEvening)) == Distance(300))
        #expect(ledger.distance(on: try day(lateEvening.addingTimeInterval(86_400))) == .zero)
    }

    @Test func `the clock at the start of a ride determines its day`() throws {
        let paris = try #require(TimeZone(identifier: "Europe/Paris"))
        let inParis = try #require(RideDay(startingAt: lateEvening, in: paris))
        #expect(inParis.sinceEpoch == (try day(lateEvening)).sinceEpoch + 1)
        let ledger = RideLedger([Ride(start: lateEvening, secondsFromGMT: 3_600, distance: 40)])
        #expect(ledger.distance(on: inParis) == Distance(40))
        #expect(ledger.distance(on: try day(lateEvening)) == .zero)
    }

    @Test func `rides that begin together in far zones count for different days`() throws {
        let ledger = RideLedger([
            Ride(start: lateEvening, secondsFromGMT: -39_600, distance: 10),
            Ride(start: lateEvening.addingTimeInterval(1), secondsFromGMT: 50_400, distance: 20),
        ])
        let local = try day(lateEvening).sinceEpoch
        #expect(RideDay(sinceEpoch: local).map(ledger.distance) == Distance(10))
        #expect(RideDay(sinceEpoch: local + 1).map(ledger.distance) == Distance(20))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -0.001, -40, 100_000.1, .greatestFiniteMagnitude])
    func `a ride of an impossible distance does not count`(distance: Double) {
        var ledger = RideLedger()
        #expect(ledger.add(ride(0, distance)) == .invalidDistance)
        #expect(ledger.count == 0)
        #expect(RideLedger([ride(0, distance)]).count == 0)
    }

    @Test(arguments: [Double.nan, .infinity, -1e12, 1e12, -3e9, 8e9])
    func `a ride with an impossible start does not count`(start: Double) {
        var ledger = RideLedger()
        #expect(ledger.add(Ride(start: Date(timeIntervalSince1970: start), distance: 40)) == .invalidStart)
        #expect(ledger.count == 0)
        #expect(ledger.remove(startedAt: Date(timeIntervalSince1970: start)) == false)
    }

    @Test(arguments: [-64_801, 64_801, Int.min, Int.max])
    func `a ride with an impossible offset from UTC does not count`(offset: Int) {
        var ledger = RideLedger()
        #expect(ledger.add(Ride(start: lateEvening, secondsFromGMT: offset, distance: 40)) == .invalidStart)
    }

    @Test func `a ride that was recorded twice counts once, with the longer distance`() throws {
        var ledger = RideLedger()
        #expect(ledger.add(ride(0, 200.4)) == .counted)
        #expect(ledger.add(ride(0, 203.1)) == .duplicate)
        #expect(ledger.add(ride(0, 199)) == .duplicate)
        #expect(ledger.count == 1)
        #expect(ledger.distance(on: try day(lateEvening)) == Distance(203.1))
    }

    @Test(arguments: [RideKind.electric, .virtual, .other])
    func `only rides on a bicycle without a motor count`(kind: RideKind) {
        var ledger = RideLedger()
        #expect(ledger.add(Ride(start: lateEvening, distance: 40, kind: kind)) == .excluded(kind))
        #expect(ledger.eddington(in: .kilometres).number == 0)
    }

    @Test func `a ledger that counts e-bikes counts both kinds`() {
        let rides = [ride(-20, 0.6), Ride(start: lateEvening, distance: 0.5, kind: .electric)]
        #expect(RideLedger(rides, counting: [.bicycle, .electric]).eddington(in: .kilometres).number == 1)
        #expect(RideLedger(rides).eddington(in: .kilometres).number == 0)
    }

    @Test func `a removed ride lowers the number and the days towards the next`() {
        let rides = (0..<3).map { ride(Double($0) * 24, 5) }
        var ledger = RideLedger(rides)
        #expect(ledger.eddington(in: .kilometres).number == 3)
        #expect(ledger.remove(startedAt: rides[1].start) == true)
        #expect(ledger.remove(startedAt: rides[1].start) == false)
        #expect(ledger.eddington(in: .kilometres).number == 2)
        #expect(ledger.eddington(in: .kilometres).daysForNext == 1)
    }

    @Test func `a ledger counts the days that a goal still needs`() {
        let ledger = RideLedger((0..<30).map { ride(Double($0) * 24, Double($0 + 31)) })
        #expect(ledger.days(ofAtLeast: 50, in: .kilometres) == 11)
        #expect(ledger.daysNeeded(for: 50, in: .kilometres) == 39)
        #expect(ledger.daysNeeded(for: 0, in: .kilometres) == 0)
    }

    @Test func `an empty ledger needs one day for the number one`() {
        let eddington = RideLedger().eddington(in: .miles)
        #expect((eddington.number, eddington.daysForNext, eddington.progress) == (0, 1, 0))
        #expect(eddington.badge == nil)
    }

    private func day(_ date: Date) throws -> RideDay {
        try #require(RideDay(startingAt: date, secondsFromGMT: 0))
    }
}
