import Foundation
import Meetups
import OrbitApp
import OrbitModels
import PageParts
import Presentation

/// The meetups that the user may find, with filters, and the user's own meetups.
@MainActor enum MeetupListScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let model = Self.model(visit, user)
        let found = visit.list(
            model.meetups, link: (visit.word(.newMeetup), "/meetups/new"), more: "/meetups/more"
        ) { MeetupCard.row($0, visit) }
        let mine = visit.list(user.myMeetups.meetups, more: "/meetups/more-mine") {
            MeetupCard.row($0, visit, prefix: "mine")
        }
        return PageScreen(
            visit.words(HomeTab.meetups), tab: .meetups,
            [
                PageScreen.Region("links", links(visit)),
                PageScreen.Region("waiting", waiting(user, visit)),
                PageScreen.Region("mine", "<h2>\(visit.word(.myMeetups))</h2>\(mine)"),
                PageScreen.Region(
                    "found", "<h2>\(visit.word(.findMeetups))</h2>\(filter(model.filter, visit))\(found)"),
            ])
    }

    /// The meetups of the filter in the query. Each tab of a browser may have another filter.
    static func model(_ visit: PageVisit, _ user: SignedInUser) -> MeetupsViewModel {
        var filter = MeetupFilter()
        filter.text = String(visit.query["q"].prefix(MeetupFilter.longestText))
        if let sport = visit.query.value("sport"), !sport.isEmpty { filter.sports = [Sport(rawValue: sport)] }
        filter.eventTypes = Set(visit.query.values("kind").map { EventType(rawValue: $0) })
        filter.box = BoundingBox(visit.query["box"])
        let values = filter.sports.map(\.rawValue) + filter.eventTypes.map(\.rawValue)
        let key = [filter.text, filter.box?.description ?? "", values.sorted().joined(separator: ",")]
        return visit.session.models.model(key.joined(separator: "|")) { user.foundMeetups(by: filter) }
    }

    /// The links to all views of meetups.
    static func links(_ visit: PageVisit) -> Markup {
        visit.subtabs([
            (visit.word(.list), "/meetups"), (visit.word(.month), "/meetups/month"),
            (visit.word(.week), "/meetups/week"), (visit.word(.agenda), "/meetups/agenda"),
            (visit.word(.map), "/meetups/map"), (visit.word(.suggested), "/meetups/suggested"),
            (visit.word(.newMeetup), "/meetups/new"),
        ])
    }

    /// The requests and invitations that wait for the user, and the question after a meetup.
    private static func waiting(_ user: SignedInUser, _ visit: PageVisit) -> Markup {
        let counts: [(Int, PageWord, String)] = [
            (user.meetupRequests.requests.known.count, .requestsWaiting, "/meetups/requests"),
            (user.invitations.invitations.known.count, .invitationsWaiting, "/meetups/invitations"),
        ]
        let items = counts.filter { $0.0 > 0 }.map { count, word, path -> Markup in
            "<p class=\"notice\"><a href=\(path)>\(visit.word(word, ["count": .integer(count)]))</a></p>"
        }
        var after = Markup.empty
        if let question = user.afterMeetup {
            let text = visit.word(.howWas, ["title": .text(question.listing.meetup.plan.title)])
            after = "<p class=\"notice\"><a href=\"/after\">\(text)</a></p>"
        }
        return "\(items)\(after)"
    }

    /// The filters. They are a form of the browser, so that a filtered list has an address.
    private static func filter(_ filter: MeetupFilter, _ visit: PageVisit) -> Markup {
        let kinds = EventType.known.map { kind -> Markup in
            visit.checkbox(
                visit.words(kind), "kind", kind.rawValue, isOn: filter.eventTypes.contains(kind), style: "chip")
        }
        return """
            <form method="get" action="/meetups" role="search">
            <div class="row">
            \(visit.field(visit.word(.search), "q", filter.text, type: "search", attributes: " maxlength=\"100\""))
            \(visit.select(
                visit.word(.sport), "sport", filter.sports.first?.rawValue ?? "",
                visit.options(Sport.known, none: visit.word(.anySport))))
            </div>
            <details\("open", if: !filter.eventTypes.isEmpty)><summary>\(visit.word(.kinds))</summary>
            <div class="choices">\(kinds)</div></details>
            <button>\(visit.word(.search))</button>
            </form>
            """
    }
}

/// A meetup as a card of a list.
@MainActor enum MeetupCard {
    /// Returns the card.
    ///
    /// - Parameters:
    ///   - listing: The meetup.
    ///   - visit: The visit.
    ///   - prefix: The start of the id, because a page can have the same meetup in two lists.
    ///   - level: The level of the heading: 3 below a heading of a section, or else 2.
    static func row(
        _ listing: MeetupListing, _ visit: PageVisit, prefix: String = "meetup", level: Int = 3
    ) -> Markup {
        let meetup = listing.meetup
        let places = MeetupCard.places(of: meetup, visit)
        let status = meetup.status == .scheduled ? visit.words(meetup.attendance) : visit.words(meetup.status)
        let state = meetup.attendance == .unrelated && meetup.status == .scheduled ? nil : status
        let line = [meetup.plan.place.name, places, state].compactMap { $0 }.joined(separator: " · ")
        return """
            <li class="card" id=\("\(prefix)-\(meetup.id.rawValue)")>
            <div class="head"><div><h\(level)><a href=\(path(of: listing))>\(name: meetup.plan.title)</a></h\(level)>
            <p>\(visit.dates.span(meetup.plan.span))</p><p class="meta">\(name: line)</p>
            <p>\(visit.kind(meetup.plan.eventType)) <span class="meta">\(name: listing.host.profile.name)</span></p>
            </div></div></li>
            """
    }

    /// The path of the page. That of a meetup with a secret address contains the secret.
    static func path(of listing: MeetupListing) -> String {
        PagePath.to(["meetups", listing.id.rawValue], query: [("link", listing.link ?? "")])
    }

    /// The number of attendees, and of all places.
    static func places(of meetup: Meetup, _ visit: PageVisit) -> String {
        guard let capacity = meetup.plan.capacity else {
            return visit.word(.going, ["count": .integer(meetup.goingCount)])
        }
        return visit.word(.goingOf, ["count": .integer(meetup.goingCount), "places": .integer(capacity)])
    }
}
