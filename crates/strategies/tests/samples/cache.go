package cache

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

// ErrMissing says that there is no such entry.
var ErrMissing = errors.New("missing")

const limit = 128

type entry struct {
	value   string
	expires time.Time
}

// Cache forgets what is old.
type Cache struct {
	mu      sync.Mutex
	entries map[string]entry
	order   []string
}

type Loader interface {
	Load(key string) (string, error)
}

// New makes an empty one.
func New() *Cache {
	return &Cache{entries: make(map[string]entry), order: []string{}}
}

func (c *Cache) Get(key string, loader Loader) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if found, ok := c.entries[key]; ok && time.Now().Before(found.expires) {
		return found.value, nil
	}
	value, err := loader.Load(key)
	if err != nil {
		return "", fmt.Errorf("load %q: %w", key, err)
	}
	c.entries[key] = entry{value: value, expires: time.Now().Add(5 * time.Minute)}
	c.order = append(c.order, key)
	for len(c.order) > limit {
		delete(c.entries, c.order[0])
		c.order = c.order[1:]
	}
	return value, nil
}

func (c *Cache) Each(visit func(key, value string) bool) {
	for i, key := range c.order {
		if i%2 == 0 {
			continue
		}
		switch found := c.entries[key]; {
		case found.value == "":
			return
		default:
			if !visit(key, found.value) {
				break
			}
		}
	}
}

func sum(done <-chan struct{}, numbers chan int) int {
	total := 0
	for {
		select {
		case n := <-numbers:
			total += n
		case <-done:
			return total
		}
	}
}
