import Foundation
import Meetups
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Reputation

/// The form of a new or edited meetup.
@MainActor enum MeetupFormScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let form = MeetupFormPages.form(visit, user)
        let path = MeetupFormPages.path(visit)
        return PageScreen(
            visit.word(path == "/meetups/new" ? .newMeetup : .editMeetup), tab: .meetups,
            [
                PageScreen.Region("conflicts", conflicts(form, path, visit)),
                PageScreen.Region("form", visit.form(path, fields(form, visit))),
            ])
    }

    private static func fields(_ form: MeetupFormViewModel, _ visit: PageVisit) -> Markup {
        let entry = form.draft.entry
        let tags = entry.interestTags.map(\.label).joined(separator: ", ")
        let times: [(String, PageWord, LocalTimeField, String)] = [
            ("start", .start, form.draft.start, "time"), ("end", .end, form.draft.end, "end_time"),
            ("join-by", .joinBy, form.draft.joinBy, "join_by"),
        ]
        let clocks = times.map { name, word, field, path -> Markup in
            let warning = field.warning(in: form.draft.zone)?.message(in: visit.words)
            return visit.field(
                visit.word(word), name, text(of: field), type: "datetime-local", hint: warning,
                problem: form.message(for: path))
        }
        return """
            \(visit.field(
                visit.word(.title), "title", entry.title, problem: form.message(for: "title"),
                attributes: " dir=\"auto\""))
            \(visit.select(
                visit.word(.kind), "kind", entry.eventType?.rawValue ?? "",
                visit.options(EventType.known, none: "–"), problem: form.message(for: "event_type")))
            \(visit.textArea(
                visit.word(.description), "description", entry.description, maxLength: 2_000,
                problem: form.message(for: "description")))
            <div class="row">\(clocks)</div>
            <p class="hint">\(visit.word(.zone)): \(form.draft.zone.identifier)</p>
            \(place(entry.place, form, visit))
            \(sport(entry, form, visit))
            \(visit.field(
                visit.word(.tags), "tags", tags, hint: visit.word(.tagsHint), problem: form.message(for: "interest_tags")))
            \(rules(entry, form, visit))
            \(MeetupScreen.scope(form.scopes, visit))
            \(visit.failure(form.failure))
            <div class="actions"><button name="go" value="save" class="primary"\("disabled", if: form.isBusy)>\
            \(visit.word(.save))</button><button name="go" value="check">\(visit.word(.check))</button></div>
            """
    }

    private static func place(_ place: PlaceEntry, _ form: MeetupFormViewModel, _ visit: PageVisit) -> Markup {
        let point = place.coordinates.map { "\($0.latitude), \($0.longitude)" } ?? ""
        return """
            <fieldset><legend>\(visit.word(.place))</legend>
            \(visit.field(
                visit.word(.placeName), "place", place.name ?? "",
                problem: form.message(for: "place.name") ?? form.message(for: "place"), attributes: " dir=\"auto\""))
            \(visit.field(
                visit.word(.address), "address", place.address ?? "", problem: form.message(for: "place.address")))
            \(visit.field(visit.word(.room), "room", place.room ?? "", problem: form.message(for: "place.room")))
            \(visit.field(
                visit.word(.onlineLink), "link", place.link ?? "", type: "url", problem: form.message(for: "place.link")))
            \(visit.field(
                visit.word(.position), "position", point, hint: visit.word(.positionHint),
                problem: form.message(for: "place.coordinates")))
            </fieldset>
            """
    }

    private static func sport(_ entry: MeetupEntry, _ form: MeetupFormViewModel, _ visit: PageVisit) -> Markup {
        """
        <div class="row">
        \(visit.select(
            visit.word(.sport), "sport", entry.sport?.rawValue ?? "", visit.options(Sport.known, none: "–"),
            problem: form.message(for: "sport")))
        \(visit.select(
            visit.word(.level), "level", entry.sportLevel?.rawValue ?? "", visit.options(SkillLevel.known, none: "–"),
            problem: form.message(for: "sport_level")))
        </div>
        """
    }

    private static func rules(_ entry: MeetupEntry, _ form: MeetupFormViewModel, _ visit: PageVisit) -> Markup {
        let repeats: [(value: String, title: String)] = [
            (value: "", title: visit.word(.once)), (value: "FREQ=WEEKLY;COUNT=4", title: visit.word(.weeklyFour)),
            (value: "FREQ=WEEKLY;COUNT=8", title: visit.word(.weeklyEight)),
            (value: "FREQ=WEEKLY;INTERVAL=2;COUNT=6", title: visit.word(.fortnightly)),
        ]
        let isKnown = repeats.contains { $0.value == entry.repeats ?? "" }
        let own = isKnown ? [] : [(value: entry.repeats ?? "", title: form.repetition ?? entry.repeats ?? "")]
        return """
            \(visit.field(
                visit.word(.capacity), "capacity", entry.capacity.map(String.init) ?? "", type: "number",
                hint: visit.word(.capacityHint), problem: form.message(for: "capacity")))
            \(visit.select(
                visit.word(.visibleTo), "visibility", entry.visibility.rawValue,
                visit.options(MeetupVisibility.known), problem: form.message(for: "visibility")))
            \(visit.select(
                visit.word(.approval), "approval", entry.approval.rawValue, visit.options(MeetupApproval.known)))
            \(visit.select(
                visit.word(.repeats), "repeats", entry.repeats ?? "", repeats + own, hint: form.repetition,
                problem: form.message(for: "repeats")))
            \(visit.checkbox(visit.word(.reconfirm), "reconfirm", isOn: entry.asksToReconfirm))
            """
    }

    private static func conflicts(_ form: MeetupFormViewModel, _ path: String, _ visit: PageVisit) -> Markup {
        let items = form.conflicts.map { group -> Markup in
            let fields = [("group", group.rawValue)]
            return """
                <li class="card"><h3>\(group.rawValue)</h3><div class="actions">
                \(visit.button(visit.word(.keepMine), path + "/conflict", fields + [("side", "mine")]))
                \(visit.button(visit.word(.keepTheirs), path + "/conflict", fields + [("side", "theirs")]))
                </div></li>
                """
        }
        return items.isEmpty ? .empty : "<h2>\(visit.word(.conflictsTitle))</h2><ul class=\"list\">\(items)</ul>"
    }

    /// The time as the field of a browser has it, `2026-05-12T18:00`.
    static func text(of field: LocalTimeField) -> String {
        field.wall.map { "\($0.day)T\($0.hourAndMinute)" } ?? ""
    }
}

/// The pages and forms of the meetup form.
enum MeetupFormPages {
    static let pages: [SitePage] = [
        .user("/meetups/new", load: load, screen: MeetupFormScreen.screen),
        .user("/meetups/{id}/edit", load: load, screen: MeetupFormScreen.screen),
    ]

    static let actions: [FormAction] = [
        .user("/meetups/new", perform: save), .user("/meetups/{id}/edit", perform: save),
        .user("/meetups/new/conflict", perform: settle), .user("/meetups/{id}/edit/conflict", perform: settle),
    ]

    /// The form of the path. The session retains it, so that a failed save keeps all fields.
    @MainActor static func form(_ visit: PageVisit, _ user: SignedInUser) -> MeetupFormViewModel {
        let id = visit.parameters["id"]
        return visit.session.models.model("form \(id ?? "")") { user.meetupForm(editing: id.map { MeetupID($0) }) }
    }

    @MainActor static func path(_ visit: PageVisit) -> String {
        visit.parameters["id"].map { PagePath.to("meetups", $0, "edit") } ?? "/meetups/new"
    }

    @MainActor private static func load(_ visit: PageVisit, _ user: SignedInUser) async -> String? {
        if user.standing.reputation.needsLoad { await user.standing.load() }
        let form = Self.form(visit, user)
        if visit.parameters["id"] != nil, form.saved == nil { await form.load() }
        return nil
    }

    @MainActor private static func save(_ visit: PageVisit, _ user: SignedInUser) async -> String {
        let form = Self.form(visit, user)
        if visit.parameters["id"] != nil, form.saved == nil { await form.load() }
        read(visit.form, into: form)
        guard visit.form["go"] != "check" else {
            for path in ["title", "event_type", "time", "end_time", "place", "capacity"] { form.touch(path) }
            return path(visit)
        }
        let scope = SeriesScope(rawValue: visit.form["scope"])
        guard await form.save(scope: scope) == .done, let saved = form.saved else { return path(visit) }
        visit.session.models.remove(MeetupFormViewModel.self, "form \(visit.parameters["id"] ?? "")")
        if let find = visit.session.models.existing(FindTimeViewModel.self, "planned"), visit.parameters["id"] == nil {
            visit.session.models.remove(FindTimeViewModel.self, "planned")
            visit.note(await find.invite(to: saved.id), at: MeetupCard.path(of: saved))
        }
        return MeetupCard.path(of: saved)
    }

    @MainActor private static func settle(_ visit: PageVisit, _ user: SignedInUser) async -> String {
        let form = Self.form(visit, user)
        if let group = MeetupEntryMerge.FieldGroup(rawValue: visit.form["group"]) {
            form.settle(group, keepsMine: visit.form["side"] != "theirs")
        }
        return path(visit)
    }

    /// Copies the fields into the draft at once, so that the draft changes only once.
    @MainActor private static func read(_ form: FormFields, into model: MeetupFormViewModel) {
        var draft = model.draft
        draft.entry.title = form["title"]
        draft.entry.description = form["description"]
        draft.entry.eventType = chosen(form["kind"]).map { EventType(rawValue: $0) }
        draft.entry.sport = chosen(form["sport"]).map { Sport(rawValue: $0) }
        draft.entry.sportLevel = chosen(form["level"]).map { SkillLevel(rawValue: $0) }
        draft.entry.interestTags = form["tags"].split(separator: ",").prefix(20)
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.map { Interest($0) }
        draft.entry.place.name = chosen(form["place"])
        draft.entry.place.address = chosen(form["address"])
        draft.entry.place.room = chosen(form["room"])
        draft.entry.place.link = chosen(form["link"])
        draft.entry.place.coordinates = position(form["position"])
        draft.entry.capacity = form.integer("capacity")
        draft.entry.visibility = MeetupVisibility(rawValue: form["visibility"])
        draft.entry.approval = MeetupApproval(rawValue: form["approval"])
        draft.entry.repeats = chosen(form["repeats"])
        draft.entry.asksToReconfirm = form.has("reconfirm")
        draft.start.wall = time(form["start"])
        draft.end.wall = time(form["end"])
        draft.joinBy.wall = time(form["join-by"])
        if draft != model.draft { model.draft = draft }
    }

    private static func chosen(_ text: String) -> String? { text.isEmpty ? nil : text }

    /// Reads `2026-05-12T18:00`, with or without seconds.
    static func time(_ text: String) -> LocalDateTime? {
        LocalDateTime(text) ?? LocalDateTime(text + ":00")
    }

    /// Reads a latitude and a longitude in degrees.
    private static func position(_ text: String) -> CoordinatesEntry? {
        let numbers = text.split(separator: ",").map { Double($0.trimmingCharacters(in: .whitespaces)) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1], latitude.isFinite,
            longitude.isFinite
        else { return nil }
        return CoordinatesEntry(latitude: latitude, longitude: longitude)
    }
}
