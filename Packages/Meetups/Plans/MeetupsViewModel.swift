public import Observation
public import OrbitModels
public import Presentation

/// The meetups that the user may find, by a filter.
///
/// ```swift
/// let meetups = MeetupsViewModel(service: MeetupService(client: client), log: log)
/// await meetups.load()
/// await meetups.toggle(.tennis)      // the list begins anew
/// print(meetups.meetups.known.map(\.meetup.plan.title))
/// ```
@MainActor @Observable public final class MeetupsViewModel {
    /// Which meetups are shown.
    public private(set) var filter: MeetupFilter
    /// Those of the filter, by start. Another filter has another list: nothing of an earlier one can come into it, and
    /// no cursor of one list asks for a page of another.
    public private(set) var meetups: PagedList<MeetupListing>

    private let service: MeetupService
    private let log: PersonLog
    private let pageSize: Int

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: MeetupService, log: PersonLog, filter: MeetupFilter = MeetupFilter(), pageSize: Int = 20) {
        self.service = service
        self.log = log
        self.filter = filter
        self.pageSize = pageSize
        meetups = Self.list(filter, service: service, log: log, pageSize: pageSize)
    }

    /// Loads the first page, or loads it again.
    public func load() async { await meetups.load() }

    /// Shows the meetups of another filter; nothing happens if it is the same.
    public func show(_ filter: MeetupFilter) async {
        guard filter != self.filter else { return }
        self.filter = filter
        meetups = Self.list(filter, service: service, log: log, pageSize: pageSize)
        await meetups.load()
    }

    /// Adds a sport to the filter, or takes it out.
    public func toggle(_ sport: Sport) async { await show(filter.with { $0.sports.formSymmetricDifference([sport]) }) }

    /// Adds a kind of meetup to the filter, or takes it out.
    public func toggle(_ eventType: EventType) async {
        await show(filter.with { $0.eventTypes.formSymmetricDifference([eventType]) })
    }

    private static func list(
        _ filter: MeetupFilter, service: MeetupService, log: PersonLog, pageSize: Int
    ) -> PagedList<MeetupListing> {
        PagedList(.meetups(filter), on: log) { try await service.browse(filter, after: $0, limit: pageSize) }
    }
}

extension MeetupFilter {
    fileprivate func with(_ change: (inout MeetupFilter) -> Void) -> MeetupFilter {
        var filter = self
        change(&filter)
        return filter
    }
}
