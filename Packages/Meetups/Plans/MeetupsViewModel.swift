public import Observation
public import OrbitModels
public import Presentation

/// The meetups that the user may find, limited by a filter.
///
/// ```swift
/// let meetups = MeetupsViewModel(service: MeetupService(client: client), log: log)
/// await meetups.load()
/// await meetups.toggle(.tennis)      // the list begins anew
/// print(meetups.meetups.known.map(\.meetup.plan.title))
/// ```
@MainActor @Observable public final class MeetupsViewModel {
    /// The current filter.
    public private(set) var filter: MeetupFilter
    /// The meetups of the current filter, ordered by start.
    ///
    /// Each filter has its own list. A late page of an earlier filter cannot enter the list, and a cursor is never used
    /// for another list.
    public private(set) var meetups: PagedList<MeetupListing>

    private let service: MeetupService
    private let log: EventLog
    private let pageSize: Int

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: MeetupService, log: EventLog, filter: MeetupFilter = MeetupFilter(), pageSize: Int = 20) {
        self.service = service
        self.log = log
        self.filter = filter
        self.pageSize = pageSize
        meetups = Self.list(filter, service: service, log: log, pageSize: pageSize)
        // No event adds a meetup to this list.
        if filter == MeetupFilter() { log.storage.add(meetups, as: "meetups", reloads: true) }
    }

    /// Loads the first page, or reloads it.
    public func load() async { await meetups.load() }

    /// Shows the meetups of another filter. Has no effect if the filter is the same.
    public func show(_ filter: MeetupFilter) async {
        guard filter != self.filter else { return }
        self.filter = filter
        meetups = Self.list(filter, service: service, log: log, pageSize: pageSize)
        await meetups.load()
    }

    /// Adds a sport to the filter, or removes it.
    public func toggle(_ sport: Sport) async { await show(filter.with { $0.sports.formSymmetricDifference([sport]) }) }

    /// Adds a kind of event to the filter, or removes it.
    public func toggle(_ eventType: EventType) async {
        await show(filter.with { $0.eventTypes.formSymmetricDifference([eventType]) })
    }

    private static func list(
        _ filter: MeetupFilter, service: MeetupService, log: EventLog, pageSize: Int
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
