import Calendars
import Drawing
import Foundation
import ICalendar
import MapClustering
import Meetups
import NetworkingTesting
import NotificationScheduling
import OrbitApp
import OrbitModels
import Presentation
import TimeAndChance
import Validation

extension Journey {
    /// Shows the calendar on the terminal, and exports it for other calendars.
    func seeTheMonth() throws {
        narrator.step(18, "The month", by: "Calendars · ICalendar")
        guard let user = app.user else { return }
        let today = CalendarDay(environment.time.date, in: environment.zone)
        let month = CalendarMonth(containing: today, in: environment.zone, today: today, entries: user.calendar)
        narrator.draw(
            CalendarMonthText(style: narrator.isStyled ? .trueColour : .plain, columns: 78, linesPerWeek: 2).text(
                for: month))
        try save(CalendarMonthSVG(width: 720).text(for: month), as: "month.svg")
        if let meetup = user.myMeetups.meetups.known.first(where: { $0.id == meetup?.id })?.meetup {
            let file = CalendarFile(method: .publish, events: [CalendarEvent(meetup)])
            try save(file.text, as: "meetup.ics")
        }
        narrator.say("Open orbit-out/month.svg in a browser, and orbit-out/meetup.ics in a calendar.")
    }

    /// Shows the reminders of the other person before and after the host moves the meetup. The other person does
    /// nothing for that.
    func beReminded() async throws {
        narrator.step(19, "Reminders that follow the plan", by: "NotificationScheduling · OrbitApp")
        guard let user = app.user, let other = otherPhone?.user, let meetup else { return }
        try await waitForEvent { other.reminders.plan?.notifications.isEmpty == false }
        narrator.say("On the other phone:")
        let before = other.reminders.plan
        show(before)
        let form = user.meetupForm(editing: meetup.id)
        await form.load()
        if let start = form.draft.start.instant(in: form.draft.zone),
            let end = form.draft.end.instant(in: form.draft.zone)
        {
            form.draft.start = LocalTimeField(start.addingTimeInterval(3_600), in: form.draft.zone)
            form.draft.end = LocalTimeField(end.addingTimeInterval(3_600), in: form.draft.zone)
        }
        await form.save()
        self.meetup = form.saved
        try await waitForEvent {
            // A plan has its time of planning, which changes without any change of the reminders.
            guard let plan = other.reminders.plan else { return false }
            return !plan.notifications.isEmpty && plan.notifications != before?.notifications
        }
        narrator.say("The host moves the meetup by an hour. The reminders move by themselves:")
        show(other.reminders.plan)
    }

    private func show(_ plan: NotificationPlan?) {
        guard let plan else { return }
        for line in NotificationPlanTable(plan, columns: 76).text().split(separator: "\n") {
            narrator.draw("    \(line)")
        }
    }

    /// Lets the meetup take place.
    func meetInPerson() async {
        narrator.step(20, "Meeting", by: "Meetups · OrbitApp")
        guard let other = otherPhone?.user, let clock = campus?.clock, let meetup else { return }
        clock.advance(by: .seconds(Int(meetup.meetup.plan.span.start.timeIntervalSince(clock.date)) + 60))
        let theirs = other.meetup(meetup.id)
        await theirs.load()
        await theirs.checkIn()
        narrator.show("there", environment.catalogue.words(theirs.listing.value?.meetup.attendance ?? .unrelated))
        clock.advance(by: .seconds(2 * 3_600))
        await other.myMeetups.meetups.load()
        guard let after = other.afterMeetup else { return }
        narrator.show("afterwards", "How was “\(after.listing.meetup.plan.title)”?")
        await after.load()
        guard case .planAnother(let form) = after.answer(isPositive: true) else { return }
        narrator.show("next", "a form with “\(form.draft.entry.title)”, and no time yet")
        narrator.say(
            "If it was not good, you see the people who were there. You can block each of them.")
    }

    /// Draws the map of the campus.
    func seeTheMap() async throws {
        guard let user = app.user, let box = MapBox(west: -76.51, south: 42.435, east: -76.45, north: 42.475) else {
            return
        }
        let map = user.meetupMap()
        await map.show(box, zoom: 14)
        let own = map.clusters.flatMap(\.meetups).count
        let squares = map.clusters.flatMap(\.squares)
        narrator.show("on the map", "\(own) of your own, and others in \(squares.count) squares")
        try save(
            map.picture(ClusterMapSVG(width: 390, height: 480, title: "Meetups around the campus")), as: "map.svg")
        narrator.say(
            "On the map in orbit-out/map.svg, your own meetups are at their exact place. Other meetups are a number for each "
                + "square, or no number if there are fewer than \(MeetupLimits.minShownCount).")
    }

    /// Suggests meetups, after asking the user for consent.
    func seeWhatSuits() async {
        guard let suggested = app.user?.suggestedMeetups() else { return }
        await suggested.load()
        narrator.show(
            "suggested", suggested.suggestions.isEmpty ? "nothing, because you have not agreed yet" : "something")
        await suggested.agree(to: SuggestionConsent(toMe: true))
        if campus == nil {
            await suggested.load()  // the campus of a server may have no meetup that suits
        } else {
            await waitUntil { !suggested.suggestions.isEmpty }
        }
        for suggestion in suggested.suggestions.prefix(3) {
            let reasons = suggestion.reasons.map { $0.phrase(for: .guest, in: environment.catalogue.words) }
            narrator.show(
                suggestion == suggested.suggestions.first ? "agreed" : "",
                "\(suggestion.listing.meetup.plan.title): \(reasons.joined(separator: " "))")
        }
    }
}
