import Foundation
import Meetups
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Profiles
import Reputation
import Safety

/// A meetup: its plan, the actions of a guest or of the host, and links to its other pages.
@MainActor enum MeetupScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let model = MeetupPages.meetup(visit, user)
        let listing = model.listing.value
        let content = visit.state(model.listing, empty: visit.empty(visit.word(.meetupGone))) {
            facts(of: $0, model, visit)
        }
        return PageScreen(
            listing?.meetup.plan.title ?? visit.word(.meetup), tab: .meetups,
            [
                PageScreen.Region("meetup", content),
                PageScreen.Region("actions", "\(visit.failure(model.failure))\(actions(model, visit))"),
                PageScreen.Region("more", listing.map { more(of: $0, model, user, visit) } ?? .empty),
            ])
    }

    private static func facts(of listing: MeetupListing, _ model: MeetupViewModel, _ visit: PageVisit) -> Markup {
        let (meetup, plan) = (listing.meetup, listing.meetup.plan)
        let sport = plan.sport.map { sport in
            visit.words(sport) + (plan.sportLevel.map { " (\(visit.words($0)))" } ?? "")
        }
        let place = [plan.place.name, plan.place.address, plan.place.room].compactMap { $0 }.joined(separator: ", ")
        let facts: [(PageWord, String?)] = [
            (.when, visit.dates.span(plan.span)),
            (.zone, plan.timeZone == visit.session.settings.zone ? nil : plan.timeZone.identifier),
            (.place, place.isEmpty ? nil : place), (.sport, sport),
            (.people, MeetupCard.places(of: meetup, visit)),
            (.onWaitList, meetup.waitingCount > 0 ? String(meetup.waitingCount) : nil),
            (.joinBy, plan.joinBy.map { visit.dates.dayAndTime($0) }), (.repeats, model.repetition),
            (.visibleTo, visit.words(plan.visibility)), (.approval, visit.words(plan.approval)),
            (.offerUntil, meetup.offerExpiresAt.map { visit.dates.dayAndTime($0) }),
        ]
        let rows = facts.compactMap { word, value -> Markup? in
            value.map { value -> Markup in "<dt>\(visit.word(word))</dt><dd>\(name: value)</dd>" }
        }
        var online = Markup.empty
        if let link = plan.place.link { online = "<p><a href=\(link) rel=\"noreferrer\">\(link)</a></p>" }
        var status: Markup = "<p class=\"notice\">\(visit.words(meetup.attendance))</p>"
        if meetup.status == .cancelled {
            let reason = meetup.cancelReason.map { visit.words($0) } ?? ""
            status = "<p class=\"notice failure\">\(visit.words(meetup.status)) \(reason)</p>"
        } else if meetup.attendance == .unrelated {
            status = .empty
        }
        let certified: Markup =
            listing.hostIsCertified ? " <span class=\"chip on\">\(visit.word(.certified))</span>" : ""
        return """
            \(status)
            <p>\(visit.kind(plan.eventType)) \(visit.word(.hostedBy)) \(visit.link(to: listing.host))\(certified)</p>
            <dl class="facts">\(rows)</dl>\(online)
            <p dir="auto">\(plan.description)</p>
            \(visit.chips(plan.interestTags.map { (text: visit.words($0), isOn: false) }))
            """
    }

    private static func actions(_ model: MeetupViewModel, _ visit: PageVisit) -> Markup {
        let buttons = model.availableActions.map { action -> Markup in
            let path = PagePath.to("meetups", model.id.rawValue, "act", action.rawValue)
            let title = model.label(of: action)
            guard action == .join else { return visit.button(title, path, isDisabled: model.isBusy) }
            return join(model, title, path, visit)
        }
        return "<div class=\"actions\">\(buttons)</div>\(host(model, visit))"
    }

    /// The form to join, with a message for a host who approves requests.
    private static func join(_ model: MeetupViewModel, _ title: String, _ path: String, _ visit: PageVisit) -> Markup {
        let needsApproval = model.listing.value?.meetup.plan.approval == .host
        let typed = visit.keptFields(of: path)
        var message = Markup.empty
        if needsApproval {
            message = visit.textArea(
                visit.word(.messageToHost), "message", typed["message"], maxLength: MeetupLimits.message)
        }
        var despite = Markup.empty
        if model.failure?.kind == .refused(.blockedPersonAttends) {
            despite = visit.checkbox(visit.word(.joinDespiteBlock), "despite", isOn: false)
        }
        let companions = MeetupLimits.companions.map { (value: String($0), title: String($0)) }
        return visit.form(
            path,
            """
            \(message)\
            \(visit.select(visit.word(.companions), "companions", typed.value("companions") ?? "0", companions))\(despite)
            <button class="primary"\("disabled", if: model.isBusy)>\(title)</button>
            """)
    }

    private static func host(_ model: MeetupViewModel, _ visit: PageVisit) -> Markup {
        guard model.canHost else { return .empty }
        let id = model.id.rawValue
        let cancel = visit.form(
            PagePath.to("meetups", id, "cancel"),
            """
            \(visit.select(
                visit.word(.reason), "reason", CancelReason.other.rawValue, visit.options(CancelReason.known)))
            \(scope(model.scopes, visit))
            <button class="danger">\(visit.word(.cancelMeetup))</button>
            """)
        return """
            <h2>\(visit.word(.yourMeetup))</h2>
            <div class="actions">
            <a class="button" href=\(PagePath.to("meetups", id, "edit"))>\(visit.word(.edit))</a>
            <a class="button" href=\(PagePath.to("meetups", id, "guests"))>\(visit.word(.guests))</a></div>
            <details><summary>\(visit.word(.cancelMeetup))</summary>\(cancel)</details>
            """
    }

    /// The choice of the occurrences of a series to which an action applies.
    static func scope(_ scopes: [SeriesScope], _ visit: PageVisit) -> Markup {
        guard !scopes.isEmpty else { return .empty }
        let options = scopes.map { scope in
            (value: scope.rawValue, title: visit.word(scope == .this ? .onlyThis : .thisAndFollowing))
        }
        return visit.select(visit.word(.appliesTo), "scope", SeriesScope.this.rawValue, options)
    }

    private static func more(
        of listing: MeetupListing, _ model: MeetupViewModel, _ user: SignedInUser, _ visit: PageVisit
    ) -> Markup {
        let id = listing.id.rawValue
        var links: [(PageWord, String)] = []
        var chat = Markup.empty
        if listing.meetup.attendance.isAttending {
            chat = visit.button(visit.word(.meetupChat), PagePath.to("chats", "open", "meetup", id))
            links = [
                (.feed, PagePath.to("meetups", id, "feed")), (.guests, PagePath.to("meetups", id, "guests")),
                (.sharePlan, PagePath.to("meetups", id, "share")),
                (.checkInSafety, PagePath.to(["safety"], query: [("meetup", id)])),
                (.rate, PagePath.to("meetups", id, "ratings")),
            ]
        }
        if listing.meetup.series != nil { links.append((.series, PagePath.to("meetups", id, "series"))) }
        links.append((.report, PagePath.to("report", "meetup", id)))
        let items = links.map { word, path -> Markup in "<a class=\"button\" href=\(path)>\(visit.word(word))</a>" }
        var address = Markup.empty
        if let code = listing.link {
            // The front end's own address; the secret is in its query.
            let path = PagePath.to(["meetups", id], query: [("link", code)])
            address = "<h2>\(visit.word(.secretAddress))</h2><p class=\"address\">\(path)</p>"
        }
        var hint = Markup.empty
        if listing.meetup.attendance == .host {
            let model = visit.session.models.model("hint \(id)") { user.attendanceHint(of: listing.id) }
            if let message = model.message { hint = "<p class=\"meta\">\(message)</p>" }
        }
        return "\(hint)<div class=\"actions\">\(items)\(chat)</div>\(address)"
    }
}
