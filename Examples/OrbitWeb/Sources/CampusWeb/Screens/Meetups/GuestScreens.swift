import Connections
import Foundation
import Meetups
import OrbitApp
import OrbitModels
import PageParts
import Presentation

/// The requests that wait for the user's decision.
@MainActor enum RequestsScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let model = user.meetupRequests
        let list = visit.list(
            model.requests, link: (visit.word(.newMeetup), "/meetups/new"), more: "/meetups/requests/more"
        ) {
            row($0, model, visit)
        }
        return PageScreen(visit.word(.requests), tab: .meetups, content: "\(visit.failure(model.failure))\(list)")
    }

    private static func row(_ item: IncomingRequest, _ model: MeetupRequestsViewModel, _ visit: PageVisit) -> Markup {
        let id = item.id.rawValue
        let visit = visit.scoped(by: id)
        let isBusy = model.inFlight.contains(item.id)
        let meetup = PagePath.to("meetups", item.request.meetupID.rawValue)
        return """
            <li class="card" id=\("request-\(id)")><div class="head">\(visit.portrait(item.person))
            <div><h2>\(visit.link(to: item.person))</h2>
            <p><a href=\(meetup)>\(name: item.meetupTitle)</a>, \(visit.dates.dayAndTime(item.meetupStart))</p></div></div>
            <p dir="auto">\(item.request.message)</p>
            <p class="meta">\(visit.word(.companions)): \(item.request.companions)</p>
            \(visit.button(visit.word(.letIn), PagePath.to("meetups", "requests", id, "approve"), style: "primary", isDisabled: isBusy))
            \(visit.form(
                PagePath.to("meetups", "requests", id, "decline"),
                """
                \(visit.select(
                    visit.word(.reason), "reason", "", visit.options(DeclineReason.known, none: visit.word(.noReason))))
                <button\("disabled", if: isBusy)>\(visit.word(.decline))</button>
                """))</li>
            """
    }
}

/// The invitations that wait for the user's reply.
@MainActor enum InvitationsScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let model = user.invitations
        let list = visit.list(
            model.invitations, link: (visit.word(.findMeetups), "/meetups"), more: "/meetups/invitations/more"
        ) {
            row($0, model, visit)
        }
        return PageScreen(visit.word(.invitations), tab: .meetups, content: "\(visit.failure(model.failure))\(list)")
    }

    private static func row(_ item: ReceivedInvitation, _ model: InvitationsViewModel, _ visit: PageVisit) -> Markup {
        let id = item.id.rawValue
        let visit = visit.scoped(by: id)
        let invitation = item.invitation
        let companions = (0...max(0, invitation.maxCompanions)).map { (value: String($0), title: String($0)) }
        let replies = [InvitationReply.yes, .maybe, .no].map { reply -> Markup in
            let style = reply == .yes ? "primary" : ""
            return """
                <button name="reply" value=\(reply.rawValue) class=\(style)\("disabled", if: model.inFlight.contains(item.id))>\
                \(visit.words(reply))</button>
                """
        }
        var despite = Markup.empty
        if model.failure?.kind == .refused(.blockedPersonAttends) {
            despite = visit.checkbox(visit.word(.joinDespiteBlock), "despite", isOn: false)
        }
        let meetup = PagePath.to("meetups", item.meetup.id.rawValue)
        return """
            <li class="card" id=\("invitation-\(id)")>
            <h2><a href=\(meetup)>\(name: item.meetup.plan.title)</a></h2>
            <p>\(visit.dates.span(item.meetup.plan.span))</p>
            <p class="meta">\(visit.words(invitation.role)) · \(visit.link(to: item.inviter)) ·
            \(visit.word(.until, ["date": .text(visit.dates.dayAndTime(invitation.respondBy))]))</p>
            <p>\(visit.words(invitation.reply))</p>
            \(visit.form(
                PagePath.to("meetups", "invitations", id),
                """
                \(visit.select(visit.word(.companions), "companions", String(invitation.companions), companions))\(despite)
                <div class="actions">\(replies)</div>
                """))</li>
            """
    }
}

/// The guests of a meetup, and the invitations of its host.
@MainActor enum GuestsScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let meetup = MeetupPages.meetup(visit, user)
        guard let listing = meetup.listing.value else { return MeetupScreen.screen(visit, user) }
        let guests = MeetupGuestPages.guests(of: listing, visit, user)
        let path = PagePath.to("meetups", listing.id.rawValue, "guests")
        let list = visit.list(guests.attendees, more: path + "/more") { row($0, guests, path, visit) }
        var regions = [PageScreen.Region("guests", "\(visit.failure(guests.failure))\(list)")]
        if meetup.canHost { regions.append(PageScreen.Region("invite", invite(listing, path, user, visit))) }
        return PageScreen(visit.word(.guests), tab: .meetups, regions)
    }

    private static func row(
        _ item: AttendeeListing, _ guests: AttendeesViewModel, _ path: String, _ visit: PageVisit
    ) -> Markup {
        let id = item.id.rawValue
        var remove = Markup.empty
        if guests.canRemove(item) {
            remove = visit.button(
                visit.word(.remove), path + "/remove", [("person", id)], style: "danger",
                isDisabled: guests.inFlight.contains(item.id))
        }
        let companions = item.attendance.companions > 0 ? " +\(item.attendance.companions)" : ""
        return """
            <li class="card head" id=\("guest-\(id)")>\(visit.portrait(item.person))
            <div><h2>\(visit.link(to: item.person))</h2>
            <p class="meta">\(visit.words(item.attendance.state))\(companions)</p>\(remove)</div></li>
            """
    }

    private static func invite(
        _ listing: MeetupListing, _ path: String, _ user: SignedInUser, _ visit: PageVisit
    ) -> Markup {
        let sent = MeetupGuestPages.invitations(to: listing.id, visit, user)
        let suggested = MeetupGuestPages.suggested(for: listing.id, visit, user)
        let matches = user.matches.matches.known.map { (value: $0.partnerID.rawValue, title: $0.partnerName) }
        var form = Markup.empty
        if !matches.isEmpty {
            let companions = MeetupLimits.companions.map { (value: String($0), title: String($0)) }
            form = visit.form(
                path + "/invite",
                """
                \(visit.choices(visit.word(.inviteMatches), "people", matches, chosen: []))
                \(visit.select(
                    visit.word(.role), "role", InvitationRole.attendee.rawValue, visit.options(InvitationRole.known)))
                \(visit.select(visit.word(.companions), "companions", "0", companions))
                <button class="primary"\("disabled", if: sent.isInviting)>\(visit.word(.invite))</button>
                """)
        }
        let refused = sent.refused.map { refusal -> Markup in "<p class=\"problem\">\(visit.words(refusal.code))</p>" }
        let list = visit.list(sent.invitations, more: path + "/more-invited") { item -> Markup in
            let id = item.id.rawValue
            return """
                <li class="card head" id=\("invited-\(id)")>\(visit.portrait(item.person))
                <div><h3>\(visit.link(to: item.person))</h3>
                <p class="meta">\(visit.words(item.invitation.reply)) · \(visit.words(item.invitation.state))</p>
                \(visit.button(visit.word(.withdraw), path + "/withdraw", [("invitation", id)]))</div></li>
                """
        }
        let people = visit.list(suggested.people) { item -> Markup in
            let reasons = item.reasons.map { $0.phrase(for: .host, in: visit.words) }.joined(separator: " · ")
            let fields = [("people", item.id.rawValue)]
            return """
                <li class="card head" id=\("fit-\(item.id.rawValue)")>\(visit.portrait(item.person))
                <div><h3>\(visit.link(to: item.person))</h3><p class="meta">\(reasons)</p>
                \(visit.button(visit.word(.invite), path + "/invite", fields))</div></li>
                """
        }
        return """
            <h2>\(visit.word(.invite))</h2>\(visit.failure(sent.failure))\(refused)\(form)
            <h2>\(visit.word(.invitations))</h2>\(list)
            <h2>\(visit.word(.suggested))</h2>\(people)
            """
    }
}
