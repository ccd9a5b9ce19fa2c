import Foundation
import OrbitApp
import OrbitModels
import Presentation
import SwiftUI

/// A failure, next to the part of the screen that failed. Shows nothing without a failure.
struct FailureText: View {
    private let failure: Failure?

    init(_ failure: Failure?) {
        self.failure = failure
    }

    var body: some View {
        if let failure {
            Label(failure.message, systemImage: "exclamationmark.triangle").foregroundStyle(.red)
        }
    }
}

/// A button for an asynchronous action. It is disabled while the action runs.
struct ActionButton: View {
    private let title: String
    private let role: ButtonRole?
    private let action: @MainActor () async -> Void
    @State private var isRunning = false

    init(_ title: String, role: ButtonRole? = nil, action: @escaping @MainActor () async -> Void) {
        self.title = title
        self.role = role
        self.action = action
    }

    var body: some View {
        Button(title, role: role) {
            Task {
                isRunning = true
                await action()
                isRunning = false
            }
        }
        .disabled(isRunning)
    }
}

/// A value with all states of its load.
struct LoadedContent<Value, Content: View>: View {
    private let state: LoadState<Value>
    private let sentence: String
    private let content: (Value) -> Content
    @Environment(\.words) private var words

    /// - Parameters:
    ///   - state: The state of the value.
    ///   - empty: The sentence for an empty value.
    ///   - content: Creates the view of the value.
    init(_ state: LoadState<Value>, empty: String, @ViewBuilder content: @escaping (Value) -> Content) {
        self.state = state
        sentence = empty
        self.content = content
    }

    var body: some View {
        switch state {
        case .idle, .loading(previous: nil): ProgressView()
        case .empty: Text(sentence).foregroundStyle(.secondary)
        case .loaded(let value), .loading(previous: .some(let value)): content(value)
        case .failed(let failure, let previous):
            FailureText(failure)
            if let previous { content(previous) }
        }
    }
}

/// The rows of a list with all states of its load, and a button for further elements.
struct PagedRows<Element: Identifiable & Sendable, Row: View>: View
where Element.ID: Sendable & Comparable {
    private let list: PagedList<Element>
    private let row: (Element) -> Row
    @Environment(\.words) private var words

    init(_ list: PagedList<Element>, @ViewBuilder row: @escaping (Element) -> Row) {
        self.list = list
        self.row = row
    }

    var body: some View {
        LoadedContent(list.items, empty: words.empty(list.name)) { elements in
            ForEach(elements) { row($0) }
        }
        if list.items.failure != nil {
            ActionButton(words(.tryAgain)) { await list.load() }
        }
        if list.hasMore {
            ActionButton(words(.showMore)) { await list.loadMore() }
        }
    }
}

/// A text field with the failure of its value below it.
struct FormField: View {
    private let title: String
    @Binding private var text: String
    private let isLong: Bool
    private let problem: String?

    init(_ title: String, text: Binding<String>, isLong: Bool = false, problem: String? = nil) {
        self.title = title
        _text = text
        self.isLong = isLong
        self.problem = problem
    }

    var body: some View {
        VStack(alignment: .leading) {
            TextField(title, text: $text, axis: isLong ? .vertical : .horizontal)
            ProblemText(problem)
        }
    }
}

/// The failure of a field. Shows nothing without a failure.
struct ProblemText: View {
    private let problem: String?

    init(_ problem: String?) {
        self.problem = problem
    }

    var body: some View {
        if let problem { Text(problem).font(.caption).foregroundStyle(.red) }
    }
}

/// Values of which the user may choose several.
struct Choices<Value: Hashable>: View {
    private let values: [Value]
    private let title: (Value) -> String
    private let isChosen: (Value) -> Bool
    private let toggle: (Value) -> Void

    init(
        _ values: [Value], title: @escaping (Value) -> String, isChosen: @escaping (Value) -> Bool,
        toggle: @escaping (Value) -> Void
    ) {
        self.values = values
        self.title = title
        self.isChosen = isChosen
        self.toggle = toggle
    }

    var body: some View {
        LazyVGrid(columns: [GridItem(.adaptive(minimum: 110))], alignment: .leading, spacing: 8) {
            ForEach(values, id: \.self) { value in
                Button {
                    toggle(value)
                } label: {
                    Chip(title(value), isOn: isChosen(value))
                }
                .buttonStyle(.plain)
                .accessibilityAddTraits(isChosen(value) ? [.isSelected] : [])
            }
        }
    }
}

/// A label, such as an interest.
struct Chip: View {
    private let label: String
    private let isOn: Bool

    init(_ label: String, isOn: Bool) {
        self.label = label
        self.isOn = isOn
    }

    var body: some View {
        Text(label)
            .font(.callout)
            .padding(.horizontal, 12)
            .padding(.vertical, 6)
            .background(isOn ? Color.accentColor.opacity(0.25) : Color.gray.opacity(0.15), in: Capsule())
    }
}
