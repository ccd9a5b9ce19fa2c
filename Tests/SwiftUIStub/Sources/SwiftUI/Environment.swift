public import Foundation
public import Observation

/// A value that a view gets from the views around it.
@propertyWrapper public struct Environment<Value>: DynamicProperty {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { fatalError() }
    public var wrappedValue: Value { fatalError() }
}

extension Environment {
    public init(_ objectType: Value.Type) where Value: AnyObject & Observable { fatalError() }
    public init<Object: AnyObject & Observable>(_ objectType: Object.Type) where Value == Object? { fatalError() }
}

extension Environment: Sendable where Value: Sendable {}

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

public struct EnvironmentValues {
    public init() {}
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { fatalError() }
        set { fatalError() }
    }
    public var scenePhase: ScenePhase { fatalError() }
    public var dismiss: DismissAction { fatalError() }
    public var accessibilityReduceMotion: Bool { fatalError() }
    public var locale: Locale {
        get { fatalError() }
        set { fatalError() }
    }
    public var timeZone: TimeZone {
        get { fatalError() }
        set { fatalError() }
    }
}

public enum ScenePhase: Comparable, Hashable, Sendable {
    case background, inactive, active
}

@MainActor @preconcurrency public struct DismissAction {
    public func callAsFunction() {}
}

extension View {
    public func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
    ) -> some View { EmptyView() }
    public func environment<Object: AnyObject & Observable>(_ object: Object?) -> some View { EmptyView() }
}
