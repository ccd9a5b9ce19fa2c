import Foundation
import Networking
import Observation
import OrbitModels
import Presentation
import Randonneuring

/// The content that the pages of all riders share: results, awards, visible activities and the Eddington number.
@MainActor @Observable public final class RiderPage {
    /// The rider.
    public let id: RiderID
    /// The rides that count, of the activities that the viewer may see.
    public private(set) var ledger = RideLedger()
    /// The number of activities with an unknown unit, an impossible distance or an impossible start.
    public private(set) var unusableCount = 0

    private let profile: FreshResource<RiderProfile>
    private let visible: FreshResource<[Activity]>
    private let log: EventLog

    init(_ id: RiderID, _ endpoint: Endpoint<RiderProfile>, in context: ClubContext, storedAs name: String? = nil) {
        self.id = id
        log = context.log
        let prefix = name ?? "team_asha.rider"
        profile = FreshResource(prefix, endpoint, in: context, isStored: name != nil)
        visible = FreshResource("\(prefix).activities", in: context, isStored: name != nil) {
            try await context.library.activities(of: id, for: context.me)
        }
        visible.resource.onChange = { [weak self] in self?.countRides(of: $0 ?? []) }
    }

    private func countRides(of activities: [Activity]) {
        let rides = activities.compactMap(\.ride)
        var ledger = RideLedger()
        var unusable = activities.count - rides.count
        for ride in rides {
            switch ledger.add(ride) {
            case .invalidDistance, .invalidStart: unusable += 1
            case .counted, .duplicate, .excluded: break
            }
        }
        (self.ledger, unusableCount) = (ledger, unusable)
    }

    /// The rider with their results.
    public var state: LoadState<RiderProfile> { profile.resource.state }

    /// The visible activities, the latest first.
    public var activities: LoadState<[Activity]> { visible.resource.state.list(\.self) }

    /// The time of a page from an earlier launch; `nil` if it is current.
    public var storedDate: Date? { profile.resource.storedDate }

    /// The awards up to the present month.
    public var awards: Awards {
        let day = CalendarDay(log.clock.now, in: .gmt)
        return Awards(of: state.value?.results.elements.compactMap(\.finished) ?? [], on: day)
    }

    /// Loads the page unless it is fresh.
    public func appear() async {
        await profile.appear()
        await visible.appear()
    }

    /// Asks the server for a changed page.
    public func refresh() async {
        await profile.refresh()
        await visible.refresh()
    }

    /// Shows a rider from a list until the page is loaded.
    func begin(with rider: Rider) { profile.resource.begin(with: RiderProfile(rider: rider)) }

    /// Loads the activities again, for example after a synchronization.
    func reloadActivities() async { await visible.refresh() }
}

/// The progress of a rider to the awards of a year.
public struct Awards: Hashable, Sendable {
    /// The series of the year.
    public let superRandonneur: SuperRandonneur
    /// Brevets of 200 km or more in consecutive months.
    public let r12: MonthlyAward?
    /// Brevets of 100 to 199 km in consecutive months.
    public let p12: MonthlyAward?
    /// The next edition of Paris–Brest–Paris with the series that qualifies for it; `nil` after 2199.
    public let parisBrestParis: Qualification?

    /// The way to an edition of Paris–Brest–Paris.
    public struct Qualification: Hashable, Sendable {
        /// The edition.
        public let edition: ParisBrestParis
        /// The series in the qualifying months.
        public let series: SuperRandonneur
        /// The longest brevet of the pre-registration period in kilometres; `nil` without a brevet.
        public let longest: Int?
    }

    init(of brevets: [FinishedBrevet], on day: CalendarDay) {
        superRandonneur = SuperRandonneur(brevets, in: day.year)
        let month = SeasonMonth(year: day.year, month: day.month)
        r12 = month.map { MonthlyAward(.r12, of: brevets, asOf: $0) }
        p12 = month.map { MonthlyAward(.p12, of: brevets, asOf: $0) }
        // From September on, the edition of this year has taken place.
        parisBrestParis = ParisBrestParis.next(from: day.month > 8 ? day.year + 1 : day.year).map { edition in
            Qualification(
                edition: edition, series: edition.series(of: brevets),
                longest: edition.preRegistrationKilometres(of: brevets))
        }
    }
}
