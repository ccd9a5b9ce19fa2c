import OrbitModels
import PageParts
import Randonneuring
import TeamAshaApp

/// BrevetsListView: the upcoming brevets, with a search and filters.
@MainActor enum BrevetListPage {
    static func page(_ visit: ClubVisit) async -> ClubPage {
        let brevets = visit.club.brevets
        await brevets.appear()
        let chosen = visit.query.values("distance")
        brevets.filter.search = visit.query["q"]
        brevets.filter.distances = Set(DistanceBadge.allCases.filter { chosen.contains(name(of: $0)) })
        brevets.filter.onlyOpen = visit.query.has("open")
        let filter = brevets.filter
        let distances = PageBlocks.boxes(
            "Distance", "distance",
            DistanceBadge.allCases.map {
                (value: name(of: $0), title: title(of: $0), isOn: filter.distances.contains($0))
            })
        let status = PageBlocks.boxes(
            "Entry", "open", [(value: "1", title: "Only open brevets", isOn: filter.onlyOpen)])
        let list = PageBlocks.list(
            brevets.state, empty: brevets.emptyText, unreadable: brevets.unreadableCount, again: visit.target
        ) { brevet in
            row(brevet)
        }
        return ClubPage(
            "Upcoming brevets", tab: .brevets,
            """
            \(PageBlocks.search("/brevets", filter.search, distances + status))
            <div class="actions">\(PageBlocks.button("Refresh", "/refresh", from: visit.target))</div>
            \(list)
            """)
    }

    /// Returns the row of a brevet.
    nonisolated static func row(_ brevet: Brevet) -> Markup {
        """
        <p><a href=\(PagePath.to("brevets", brevet.id.rawValue))>\(name: brevet.name)</a></p>
        <p>\(brevet.day.description) \(BadgeArt.distance(brevet.kilometres)) \(BadgeArt.status(brevet.status))</p>
        """
    }

    private nonisolated static func name(of badge: DistanceBadge) -> String {
        switch badge {
        case .short: "short"
        case .brevet: "brevet"
        case .long: "long"
        case .ultra: "ultra"
        }
    }

    private nonisolated static func title(of badge: DistanceBadge) -> String {
        switch badge {
        case .short: "Below 200 km"
        case .brevet: "200 to 399 km"
        case .long: "400 to 599 km"
        case .ultra: "600 km and more"
        }
    }
}
