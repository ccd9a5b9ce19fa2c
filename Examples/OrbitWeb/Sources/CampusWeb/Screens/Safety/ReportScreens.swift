import Foundation
import Moderation
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Safety

/// The form of a report.
@MainActor enum ReportFormScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        guard let form = SafetyPages.report(visit, user) else { return WaitingScreen.screen(visit) }
        if let receipt = form.receipt {
            return PageScreen(
                visit.word(.report),
                content: """
                    <p class="notice">\(visit.word(.reportSent, ["receipt": .text(receipt)]))</p>
                    <p><a class="button primary" href="/settings/reports">\(visit.word(.reportsTitle))</a></p>
                    """)
        }
        let reasons = ReportCategory.known.map { category -> Markup in
            let options = visit.options(category.reasons)
            return visit.choices(
                visit.words(category), "reason", options, chosen: Set([form.reason?.rawValue].compactMap { $0 }),
                isSingle: true)
        }
        let kinds = form.offered.filter { $0 != .text }
        let evidence = kinds.map { (value: $0.rawValue, title: visit.words($0)) }
        let chosen = Set(form.evidence.map(\.kind.rawValue))
        let text = form.evidence.first { $0.kind == .text }?.text ?? ""
        return PageScreen(
            visit.word(.report),
            content: visit.form(
                path(visit),
                """
                <p class="hint">\(visit.word(.reportHint))</p>
                <p>\(visit.words(form.about.kind))</p>
                \(reasons)
                \(visit.textArea(visit.word(.explanation), "text", form.text, maxLength: ReportLimits.text))
                \(visit.choices(visit.word(.evidence), "evidence", evidence, chosen: chosen))
                \(visit.textArea(
                    visit.word(.evidenceText), "evidence-text", text, maxLength: ReportLimits.evidenceText))
                \(visit.failure(form.failure))
                <button class="primary"\("disabled", if: form.isSending)>\(visit.word(.sendReport))</button>
                """))
    }

    /// The path of the form without its query.
    static func path(_ visit: PageVisit) -> String {
        let parts = ["report", visit.parameter("kind"), visit.parameter("id")]
        return PagePath.to(parts + [visit.parameters["owner"]].compactMap { $0 })
    }
}

/// The user's reports, and the decisions about the user.
@MainActor enum ReportsScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let model = user.reports
        let reports = visit.list(model.reports, more: "/settings/reports/more") { row($0, visit) }
        let decisions = visit.list(model.decisions, more: "/settings/reports/more-decisions") { decision -> Markup in
            var appeal = Markup.empty
            if decision.canBeAppealed {
                appeal = self.appeal(PagePath.to("settings", "reports", "decision", decision.id.rawValue), visit)
            }
            return DecisionView.card(decision, visit, level: 3, appeal)
        }
        return PageScreen(
            visit.word(.reportsTitle), tab: .profile,
            [
                PageScreen.Region("reports", "\(visit.failure(model.failure))\(reports)"),
                PageScreen.Region("decisions", "<h2>\(visit.word(.decisions))</h2>\(decisions)"),
            ])
    }

    private static func row(_ report: Report, _ visit: PageVisit) -> Markup {
        let outcome = report.outcome.map { visit.words($0) } ?? visit.words(report.status)
        var appeal = Markup.empty
        if report.canBeAppealed {
            appeal = self.appeal(PagePath.to("settings", "reports", "report", report.id.rawValue), visit)
        }
        var state = Markup.empty
        if let known = report.appeal { state = "<p>\(visit.word(.appeal)): \(visit.words(known))</p>" }
        return """
            <li class="card" id=\("report-\(report.id.rawValue)")><h2>\(visit.words(report.reason))</h2>
            <p class="meta">\(report.receipt) · \(visit.dates.day(report.createdAt)) · \(visit.words(report.about.kind))</p>
            <p>\(outcome)</p>\(state)\(appeal)</li>
            """
    }

    private static func appeal(_ path: String, _ visit: PageVisit) -> Markup {
        let visit = visit.scoped(by: "appeal-\(path.split(separator: "/").last ?? "")")
        let text = visit.keptFields(of: path)["text"]
        let form = visit.form(
            path,
            """
            \(visit.textArea(visit.word(.appealText), "text", text, maxLength: ReportLimits.text))
            <button>\(visit.word(.sendAppeal))</button>
            """)
        return "<details\("open", if: !text.isEmpty)><summary>\(visit.word(.appeal))</summary>\(form)</details>"
    }
}

/// A decision about the user.
@MainActor enum DecisionView {
    /// Returns the decision as a card of a list.
    ///
    /// - Parameters:
    ///   - decision: The decision.
    ///   - visit: The visit.
    ///   - level: The level of the heading: 3 below a heading of a section, or else 2.
    ///   - appeal: The form of an appeal.
    static func card(_ decision: Decision, _ visit: PageVisit, level: Int, _ appeal: Markup = .empty) -> Markup {
        var until = Markup.empty
        if let date = decision.until {
            until = "<p>\(visit.word(.until, ["date": .text(visit.dates.dayAndTime(date))]))</p>"
        }
        var state = Markup.empty
        if let known = decision.appeal { state = "<p>\(visit.word(.appeal)): \(visit.words(known))</p>" }
        return """
            <li class="card" id=\("decision-\(decision.id.rawValue)")>
            <h\(level)>\(visit.words(decision.action)): \(visit.words(decision.reason))</h\(level)>
            <p class="meta">\(visit.dates.day(decision.decidedAt)) · \(visit.words(decision.state))</p>
            \(until)\(state)\(appeal)</li>
            """
    }
}

/// The desk of a moderator: the cases, the open case, and the appeals.
@MainActor enum ModerationScreen {
    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let desk = user.moderation
        guard desk.isModerator == true else {
            return PageScreen(visit.word(.moderation), content: visit.empty(visit.word(.notModerator)))
        }
        let queue = visit.list(desk.queue) { item -> Markup in
            let reasons = item.reasons.map { visit.words($0) }.joined(separator: ", ")
            return """
                <li class="card" id=\("case-\(item.id.rawValue)")>
                <h2><a href=\(PagePath.to("moderation", item.id.rawValue))>\(name: item.name ?? visit.word(.someone))</a></h2>
                <p>\(visit.words(item.about.kind)) · \(reasons)</p>
                <p class="meta">\(visit.word(.reportCount, ["count": .integer(item.reports)])) ·
                \(visit.dates.day(item.openedAt))</p></li>
                """
        }
        let appeals = visit.list(desk.appeals) { appeal -> Markup in
            let visit = visit.scoped(by: appeal.id.rawValue)
            let path = PagePath.to("moderation", "appeals", appeal.id.rawValue)
            let note = visit.keptFields(of: path)["note"]
            let form = visit.form(
                path,
                """
                \(visit.textArea(visit.word(.moderatorNote), "note", note, maxLength: 1_000))
                <div class="actions"><button name="decision" value="uphold">\(visit.word(.uphold))</button>
                <button name="decision" value="overturn">\(visit.word(.overturn))</button></div>
                """)
            return "<li class=\"card\"><p dir=\"auto\">\(appeal.text)</p>\(form)</li>"
        }
        return PageScreen(
            visit.word(.moderation),
            [
                PageScreen.Region("queue", "\(visit.failure(desk.failure))\(queue)"),
                PageScreen.Region("appeals", "<h2>\(visit.word(.appeals))</h2>\(appeals)"),
            ])
    }

    static func file(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let desk = user.moderation
        guard let file = desk.file, file.summary.id.rawValue == visit.parameter("id") else {
            return PageScreen(visit.word(.moderation), content: visit.empty(visit.word(.caseGone)))
        }
        let reports = desk.reports.map { report -> Markup in
            let texts = report.evidence.compactMap(\.text).map { text -> Markup in "<p dir=\"auto\">\(text)</p>" }
            return """
                <li class="card"><h2>\(visit.words(report.reason))</h2><p dir="auto">\(report.text ?? "")</p>\(texts)</li>
                """
        }
        let reasons = Array(Set(file.summary.reasons)).sorted { $0.rawValue < $1.rawValue }
        let path = PagePath.to("moderation", file.summary.id.rawValue)
        let typed = visit.keptFields(of: path)
        let form = visit.form(
            path,
            """
            \(visit.choices(
                visit.word(.measure), "action", visit.options(ModerationAction.known),
                chosen: Set(typed.values("action")), isSingle: true))
            \(visit.select(
                visit.word(.reason), "reason", typed.value("reason") ?? reasons.first?.rawValue ?? "",
                visit.options(reasons)))
            \(visit.field(visit.word(.days), "days", typed["days"], type: "number"))
            \(visit.checkbox(visit.word(.removeContent), "remove", isOn: typed.has("remove")))
            \(visit.textArea(visit.word(.moderatorNote), "note", typed["note"], maxLength: 1_000))
            \(visit.failure(desk.failure))
            <button class="primary"\("disabled", if: desk.isDeciding)>\(visit.word(.decide))</button>
            """)
        return PageScreen(
            file.summary.name ?? visit.word(.moderation),
            [
                PageScreen.Region("reports", "<ul class=\"list\">\(reports)</ul>"),
                PageScreen.Region("decision", form),
            ])
    }
}
