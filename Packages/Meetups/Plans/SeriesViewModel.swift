public import Observation
public import OrbitModels
public import Presentation

/// The occurrences of a series, for a screen that shows one of the occurrences.
///
/// ```swift
/// if let place = meetup.listing.value?.meetup.series {
///     let series = SeriesViewModel(place.id, service: service, log: log)
///     await series.load()
///     print(series.occurrences.known.map(\.meetup.plan.span.start))
/// }
/// ```
@MainActor @Observable public final class SeriesViewModel {
    /// The occurrences that have not ended and that the user may find, ordered by start. Cancelled ones are included.
    public let occurrences: PagedList<MeetupListing>

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(_ id: SeriesID, service: MeetupService, log: EventLog) {
        occurrences = PagedList(.series(id), on: log) { _ in try await service.series(id) }
    }

    /// Loads the occurrences, or reloads them.
    public func load() async { await occurrences.load() }
}
