import Foundation
import OrbitModels
import PageParts
import Presentation
import TeamAshaApp

/// The activities of the rider, with a search and a filter, and the synchronization with Strava.
@MainActor enum RidesPage {
    private static let maxRides = 100

    static func page(_ visit: ClubVisit) async -> ClubPage {
        let profile = visit.club.profile
        let syncFailure = profile.syncFailure
        await profile.appear()
        profile.filter.search = visit.query["q"]
        profile.filter.origins = Set(visit.query.values("source").map { ActivityOrigin(rawValue: $0) })
            .intersection(ActivityOrigin.known)
        let (filter, unit) = (profile.filter, visit.club.settings.unit)
        let boxes = PageBlocks.boxes(
            "Source", "source",
            ActivityOrigin.known.map {
                (value: $0.rawValue, title: $0.rawValue.capitalized, isOn: filter.origins.contains($0))
            })
        let count = profile.rides.value?.count ?? 0
        var note = Markup.empty
        if count > maxRides { note = "<p class=\"meta\">The latest \(maxRides) of \(count). Search for others.</p>" }
        let list = PageBlocks.list(profile.rides.first(maxRides), empty: profile.emptyText, again: visit.target) {
            ride in
            RiderBlocks.activity(ride, in: unit)
        }
        let unusable = profile.page.unusableCount
        if unusable > 0 {
            note += "<p class=\"meta\">\(unusable) with a wrong distance, unit or start do not count.</p>"
        }
        return ClubPage(
            "My rides", tab: .rides,
            """
            \(PageBlocks.search("/rides", filter.search, boxes))
            <div class="actions">
            \(PageBlocks.button("Fetch from Strava", "/sync", from: visit.target))
            \(PageBlocks.button("Refresh", "/refresh", from: visit.target))
            </div>
            \(PageBlocks.failure(syncFailure, again: visit.target))
            \(note)
            \(list)
            """)
    }
}
