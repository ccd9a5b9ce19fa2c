import Foundation
import OrbitModels
import Randonneuring

/// The search and the filters of the list of brevets.
public struct BrevetFilter: Hashable, Sendable {
    /// The typed search: words of the name, the place or the distance.
    public var search = ""
    /// The shown distances by their badge; empty shows all distances.
    public var distances: Set<DistanceBadge> = []
    /// Whether only brevets that riders can enter are shown.
    public var onlyOpen = false

    /// Creates a filter that shows everything.
    public init() {}

    /// Returns the brevets that have not started and that the filter shows, the earliest first.
    ///
    /// - Parameters:
    ///   - brevets: The brevets in any order.
    ///   - now: The current time.
    public func shown(_ brevets: [Brevet], at now: Date) -> [Brevet] {
        let search = TextSearch(search)
        return
            brevets
            .filter { brevet in
                brevet.startsAt >= now && (distances.isEmpty || distances.contains(brevet.badge))
                    && (!onlyOpen || brevet.status == .open)
                    && search.matches([brevet.name, brevet.place, "\(brevet.kilometres) km"])
            }
            .sorted { $0.startsAt == $1.startsAt ? $0.id < $1.id : $0.startsAt < $1.startsAt }
    }
}
